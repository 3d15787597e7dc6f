internal import GatewayStore

/// `gateway migrate`: brings the database to today's shape, without serving.
struct MigrateCommand {
  private let settings: Settings

  init(_ settings: Settings) {
    self.settings = settings
  }

  /// Says on standard output what was done, or would be.
  func run() throws(ProgramFailure) {
    let path = settings.databasePath
    do {
      let names =
        settings.isDryRun
        ? try SQLiteStore.pendingMigrations(path: path) : try SQLiteStore.migrate(path: path)
      for name in names { print(settings.isDryRun ? "would apply: \(name)" : "applied: \(name)") }
      if names.isEmpty { print("nothing to do") }
    } catch {
      throw ProgramFailure(.databaseFailed, "cannot use the database '\(path)': \(error)")
    }
  }
}
