import Maru

/// One wish of the user, however often it is sent.
nonisolated struct OrderWish: Sendable {
  let draft: OrderDraft
  let key = IdempotencyKey.random()
}

nonisolated enum PlacingResult: Sendable {
  case placed(Order)
  case refused([ProblemDetails.FieldError])
  case undecided
}

extension Orders {
  /// Sends a wish; an answer that was lost is asked for with the same key.
  func fulfil(_ wish: OrderWish, context: CallContext) async throws -> PlacingResult {
    do {
      return .placed(try await place(wish.draft, key: wish.key, context: context))
    } catch let error as CallError {
      switch error.outcome {
      case .refused: return .refused(error.fieldErrors)
      case .unknown: return .undecided  // Sending it again with the same key does no harm.
      default: throw error
      }
    }
  }
}
