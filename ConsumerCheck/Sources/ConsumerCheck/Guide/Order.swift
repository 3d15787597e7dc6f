import Foundation
import Maru

/// What the server calls the state of an order; new ones may come.
nonisolated enum OrderState: String, Codable, Sendable { case open, paid, sent }

nonisolated struct Order: Codable, Sendable, Identifiable {
  var id: String
  var title: String
  var state: OpenEnum<OrderState>
  var placedAt: Date
  var note: String?
}

nonisolated struct OrderDraft: Encodable, Sendable { var title: String }
