public import Foundation
public import MaruContract
internal import MaruHTTP
internal import MaruSystem

extension MaruClient {
  /// Makes a call and writes what it reads to a file.
  ///
  /// The destination has nothing, or what it had, until the download is whole and on the disk; then
  /// it gets the new file in one step. Killing the process at any moment changes nothing of that.
  /// Until then the bytes are beside it, in `name.partial`, with what they are of in
  /// `name.partial.source`; both can be read by their user only.
  ///
  /// On a cut connection the call goes on by the rules of every retry, from where it was if the
  /// server named the version (a strong `ETag`, or a `Last-Modified` a minute old; `Range` and
  /// `If-Range`, RFC 9110 §13.1.5; an attempt that brought 1 MiB does not count as one of those that
  /// the retry policy allows), and from the first byte if it did not or has a new one. What
  /// ``DownloadOptions/keepsPartial`` keeps, or a killed process has left, is continued by the next
  /// call to the same destination if it asks for the same address on behalf of the same account:
  /// `Credential.account`, tenant and user. With a credential that has no account, or an endpoint
  /// that has secret fields, nothing is continued across calls.
  ///
  /// There is no fixed limit for an attempt: ``DownloadOptions/idle`` ends it. Compressed answers are
  /// not asked for, since their ranges would count other bytes. Pieces are written in the call's
  /// task; flushing to the disk and renaming have a thread of their own.
  ///
  /// Cancelling ends the call at once, but for the flushing at its very end, which is waited for. It
  /// takes the partial file away unless it is to be kept; if the file got its name just before, it
  /// stays. Runs off the caller's actor.
  ///
  /// - Parameters:
  ///   - endpoint: what to ask; only GET is resumed.
  ///   - destination: a file's address, in a folder that is there.
  ///   - options: what becomes of a file that is there already, and how much may come.
  ///   - context: on whose behalf.
  ///   - progress: hears how many bytes the file has, after each piece; must return at once. The last
  ///     report of a download that came whole has its exact size.
  /// - Throws: `CallError`, with the code `storageFailed` for a full disk, a folder that can't be
  ///   written to, a file that is to be kept and another download to the same place; or
  ///   `CancellationError` if and only if the task was cancelled.
  public func download(
    _ endpoint: Endpoint<Data>, to destination: URL, options: DownloadOptions,
    context: CallContext = CallContext(), progress: ProgressReport? = nil
  ) async throws -> DownloadedFile {
    try await enter(context: context, isSafe: endpoint.method.isSafe) { core, number, requestID in
      try await core.download(
        endpoint, to: destination, options: options, context: context, progress: progress,
        number: number, requestID: requestID)
    }
  }
}

extension ClientCore {
  fileprivate func download(
    _ endpoint: Endpoint<Data>, to destination: URL, options: DownloadOptions,
    context: CallContext, progress: ProgressReport?, number: UInt64, requestID: RequestID
  ) async throws -> DownloadedFile {
    let identity = CallIdentity(
      number: number, requestID: requestID, name: endpoint.name, trace: preparation.trace())
    report(.started, of: identity)
    var call: PreparedCall
    let partial: PartialFile
    do {
      call = try prepare(endpoint, options: options, context: context, identity: identity)
      let chosen = endpoint.headers.filter { !$0.isSecret }
      partial = try open(
        destination, for: call, options: options,
        variant: chosen.flatMap { [$0.name.rawValue.lowercased(), $0.value.value] })
    } catch {
      throw unprepared(identity, because: error, isSafe: endpoint.method.isSafe)
    }
    let limit = min(options.maximumBytes, endpoint.maximumResponseBytes ?? .max)
    call.download = Download(partial: partial, maximumBytes: limit, progress: progress)
    budget.earn()
    var run = CallRun(call: call, client: self)
    do {
      let status = try await run.answer()
      // Flushing can take its time: who has cancelled does not wait for it.
      if Task.isCancelled { try run.decoded(.decoded, status: status) }
      do {
        try await partial.commit(options.existing)
      } catch {
        let reason = (error as? SystemFile.Failure)?.description ?? "the file system failed"
        try run.decoded(
          .undecodable(.storageFailed, reason: reason, cause: error), status: status)
      }
      try run.decoded(.decoded, status: status)
    } catch {
      await partial.abandon(keeping: options.keepsPartial)
      throw error
    }
    return DownloadedFile(
      url: destination, byteCount: await partial.length, resumedBytes: await partial.resumedBytes,
      head: run.delivered.head)
  }

  private func prepare(
    _ endpoint: Endpoint<Data>, options: DownloadOptions, context: CallContext,
    identity: CallIdentity
  ) throws -> PreparedCall {
    guard endpoint.method != .head, options.idle > .zero, options.maximumBytes >= 0 else {
      throw CallError(
        .configuration, at: .preparation, reason: "a download with HEAD or without a limit",
        requestID: identity.requestID)
    }
    var endpoint = endpoint
    endpoint.caching = .none
    endpoint.deadline = endpoint.deadline ?? options.deadline
    endpoint.attemptLimit = endpoint.attemptLimit ?? endpoint.deadline
    var call = try preparation.prepare(
      endpoint, context: context, unlessStill: nil, identity: identity)
    call.headers.append(unchecked: "identity", for: .acceptEncoding)
    call.promise.allowsEmpty = false
    // A server that is silent from the start is given up like any other.
    call.limits.firstByte = configuration.limits.attempt
    call.limits.idle = options.idle
    if case .none = call.body.content { call.facts.isResumable = endpoint.method == .get }
    return call
  }

  private func open(
    _ destination: URL, for call: PreparedCall, options: DownloadOptions, variant: [String]
  ) throws -> PartialFile {
    func refused(_ reason: String, _ cause: (any Error)? = nil) -> CallError {
      CallError(
        .storageFailed, at: .storing, reason: reason, requestID: call.identity.requestID,
        outcome: call.facts.method.isSafe ? nil : .notSent, cause: cause)
    }
    let path = destination.path(percentEncoded: false)
    guard destination.isFileURL, !path.hasSuffix("/"), path.hasPrefix("/") else {
      throw refused("the destination is not a file's address")
    }
    // All that can make another file of the same address.
    let identity = [HeaderName.tenantID, .userID, .accept, .acceptLanguage].map {
      call.headers[$0] ?? ""
    }
    do {
      return try PartialFile(
        for: path,
        of: Fingerprint.of([call.facts.method.rawValue, call.url.string] + identity + variant),
        hasOwnSecret: !call.secretHeaders.isEmpty, existing: options.existing,
        disk: surroundings.disk, rule: surroundings.ranges)
    } catch {
      throw refused(error.description, error)
    }
  }
}
