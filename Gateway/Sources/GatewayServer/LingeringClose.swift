internal import CEvent

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Closes a connection whose client may still be sending, so that the client gets to read why.
///
/// A socket that is closed with unread bytes resets the connection, and the reset destroys an
/// answer that has not been read yet (RFC 9112 §9.6). So we say that nothing more will come, read
/// on for a short time, and close then.
final class LingeringClose {
  private let descriptor: Int32
  private var event: OpaquePointer?
  private let deadline = ContinuousClock.now + .seconds(2)
  private var bytesLeft = 4 * 1024 * 1024
  private let onEnd: (ObjectIdentifier) -> Void

  /// Takes a second descriptor of the socket; nil if the system has none left, then it is closed
  /// the hard way.
  init?(descriptor: Int32, base: OpaquePointer, onEnd: @escaping (ObjectIdentifier) -> Void) {
    self.descriptor = dup(descriptor)
    self.onEnd = onEnd
    guard self.descriptor >= 0 else { return nil }
    _ = shutdown(self.descriptor, Int32(SHUT_WR))
    event = event_new(
      base, self.descriptor, Int16(EV_READ | EV_PERSIST),
      { _, what, context in
        guard let context else { return }
        // The worker keeps the object until 'onEnd', after which the event is gone.
        let close = Unmanaged<LingeringClose>.fromOpaque(context).takeUnretainedValue()
        close.read(timedOut: Int32(what) & EV_TIMEOUT != 0)
      }, Unmanaged.passUnretained(self).toOpaque())
    var limit = timeval(tv_sec: 2, tv_usec: 0)
    guard event != nil, event_add(event, &limit) == 0 else { return nil }
  }

  deinit {
    if let event { event_free(event) }
    if descriptor >= 0 { close(descriptor) }
  }

  private func read(timedOut: Bool) {
    guard !timedOut, ContinuousClock.now < deadline else { return end() }
    var scrap = [UInt8](repeating: 0, count: 16 * 1024)
    while bytesLeft > 0 {
      let count = recv(descriptor, &scrap, scrap.count, Int32(MSG_DONTWAIT))
      if count == 0 { return end() }
      if count < 0 { return errno == EAGAIN || errno == EINTR ? () : end() }
      bytesLeft -= count
    }
    end()
  }

  private func end() {
    onEnd(ObjectIdentifier(self))
  }
}
