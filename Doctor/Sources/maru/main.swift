internal import DoctorApp
internal import Foundation

exit(
  DoctorProgram.run(
    arguments: Array(CommandLine.arguments.dropFirst()), surroundings: .system
  ).rawValue)
