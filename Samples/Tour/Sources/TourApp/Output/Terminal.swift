internal import Foundation
internal import MaruSystem

/// Where the tour writes: results to the standard output, signs of life to the standard error.
package final class Terminal: Sendable {
  /// How results may look.
  package let style: TerminalStyle
  /// Whether results are for programs: then nothing but them goes to the standard output.
  private let isForPrograms: Bool
  private let errorsAreSeen: Bool
  private struct State {
    var progressIsShown = false
    var isBroken = false
  }
  private let state = Locked(State())

  /// Looks at where the outputs go.
  package init(environment: [String: String], isForPrograms: Bool) {
    style = TerminalStyle(
      environment: environment, isTerminal: isatty(STDOUT_FILENO) == 1, columns: Self.columns())
    self.isForPrograms = isForPrograms
    errorsAreSeen = isatty(STDERR_FILENO) == 1
  }

  private static func columns() -> Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether whoever read the results has gone away.
  package var isBroken: Bool { state.withLock { $0.isBroken } }

  /// Shows a line to people.
  package func show(_ line: String = "") {
    if !isForPrograms { put(style.render(line) + "\n") }
  }

  /// Shows a line in a colour.
  package func show(_ line: String, _ colour: TerminalStyle.Colour) {
    if !isForPrograms { put(style.coloured(style.render(line), colour) + "\n") }
  }

  /// Shows a line in which the first occurrence of a mark has a colour.
  package func show(marked mark: String, _ line: String, _ colour: TerminalStyle.Colour) {
    guard !isForPrograms else { return }
    guard let place = line.firstRange(of: mark) else { return show(line) }
    let coloured = style.coloured(mark, colour)
    put(line[..<place.lowerBound] + coloured + line[place.upperBound...] + "\n")
  }

  /// Writes results for programs as they are.
  package func writeResults(_ text: String) {
    put(text)
  }

  /// Says what went wrong, or what is being waited for where nobody sees the progress line.
  package func note(_ text: String) {
    let text = style.render(text)
    state.withLock { state in
      Self.wipe(&state)
      _ = Self.write(text + "\n", to: STDERR_FILENO)
    }
  }

  /// Shows, on a terminal, what is being waited for, over what it showed before.
  ///
  /// - Returns: false if there is nobody to see it.
  package func progress(_ text: String) -> Bool {
    guard errorsAreSeen else { return false }
    let text = style.render(text)
    state.withLock { state in
      _ = Self.write("\r\u{1B}[K" + text, to: STDERR_FILENO)
      state.progressIsShown = true
    }
    return true
  }

  /// Takes the progress line away.
  package func endProgress() {
    state.withLock { Self.wipe(&$0) }
  }

  private func put(_ text: String) {
    state.withLock { state in
      Self.wipe(&state)
      if !Self.write(text, to: STDOUT_FILENO) { state.isBroken = true }
    }
  }

  private static func wipe(_ state: inout State) {
    guard state.progressIsShown else { return }
    _ = write("\r\u{1B}[K", to: STDERR_FILENO)
    state.progressIsShown = false
  }

  /// Not by way of `print`: what was written must be out before the tour is killed or waits.
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return false }
      bytes = bytes.dropFirst(max(count, 0))
    }
    return true
  }
}
