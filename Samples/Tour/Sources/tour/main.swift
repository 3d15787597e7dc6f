internal import Foundation
internal import TourApp

TourProgram.runToEnd(
  arguments: Array(CommandLine.arguments.dropFirst()),
  environment: ProcessInfo.processInfo.environment)
