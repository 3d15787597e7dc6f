internal import Foundation
internal import GatewayApp

exit(
  GatewayProgram.run(
    arguments: Array(CommandLine.arguments.dropFirst()),
    environment: ProcessInfo.processInfo.environment
  ).rawValue)
