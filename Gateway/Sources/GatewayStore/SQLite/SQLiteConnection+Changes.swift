internal import struct Foundation.Date

/// The table of changes, which is written only at its end.
extension SQLiteConnection {
  private static let columns =
    "sequence, subject, subject_id, kind, title, done, category_id, version, at"

  private static func change(_ row: SQLiteRow) -> Change {
    Change(
      sequence: row.integer(0),
      // The table's CHECKs allow these words only.
      subject: Change.Subject(rawValue: row.text(1)) ?? .todo, subjectID: row.text(2),
      kind: Change.Kind(rawValue: row.text(3)) ?? .changed, title: row.text(4),
      isDone: row.int(5) != 0, categoryID: row.optionalText(6), version: row.int(7),
      at: Date(milliseconds: row.integer(8)))
  }

  func changes(of user: String, after sequence: Int64, limit: Int) throws(StoreError) -> [Change] {
    try query(
      """
      SELECT \(Self.columns) FROM changes
      WHERE user_id = ? AND sequence > ? ORDER BY sequence LIMIT ?
      """, .text(user), .integer(sequence), .integer(limit), row: Self.change)
  }

  func changes(after sequence: Int64, limit: Int) throws(StoreError) -> [OwnedChange] {
    try query(
      """
      SELECT \(Self.columns), user_id FROM changes
      WHERE sequence > ? ORDER BY sequence LIMIT ?
      """, .integer(sequence), .integer(limit)
    ) { OwnedChange(userID: $0.text(9), change: Self.change($0)) }
  }

  func countChanges(
    of user: String, after sequence: Int64, atMost most: Int
  ) throws(StoreError) -> Int {
    try query(
      """
      SELECT count(*) FROM
        (SELECT 1 FROM changes WHERE user_id = ? AND sequence > ? LIMIT ?)
      """, .text(user), .integer(sequence), .integer(most)
    ) { $0.int(0) }.first ?? 0
  }

  func lastChange() throws(StoreError) -> Int64 {
    try query("SELECT coalesce(max(sequence), 0) FROM changes") { $0.integer(0) }.first ?? 0
  }
}
