import Foundation

// Compiled together with MaruDiagnostics' sources by `Scripts/check --only fuzz`: no test target holds
// it, since libFuzzer brings a main function of its own.

/// Reads what libFuzzer made up, diagnoses it, makes it safe to share and reads that again. A trap or a
/// report of the address sanitizer is what it looks for, and what breaks a law below.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCapture(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start = unsafe start, count > 0 else { return 0 }
  // unsafe: libFuzzer's buffer has so many bytes, and is copied.
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  // Bytes that are no text are taken for traffic out of a table: what is behind the loader is reached
  // without luck in writing JSON.
  if bytes[0] < 0x09 {
    var traffic = MadeTraffic(Array(bytes.dropFirst()))
    check(traffic.capture(isSanitized: bytes[0] == 1), isMade: true)
    return 0
  }
  do throws(CaptureRefusal) {
    check(try Capture(bytes), isMade: false)
  } catch {
    precondition(error.line >= 1 && error.column >= 1, "a place outside: \(error)")
    precondition(error.column <= count + 1 && error.line <= count + 1, "a place outside: \(error)")
  }
  return 0
}

private func check(_ capture: Capture, isMade: Bool) {
  let diagnosis = Diagnosis(of: capture)
  checkOrder(diagnosis, capture)
  var redactor = Redactor(key: 7)
  let har = redactor.har(capture)
  guard let copy = try? Capture(har) else {
    precondition(capture.exchanges.isEmpty, "what was made safe can't be read")
    return
  }
  precondition(
    copy.exchanges.count <= capture.exchanges.count, "making it safe has added exchanges")
  let again = Diagnosis(of: copy)
  checkOrder(again, copy)
  guard isMade else { return }
  // Only what is made has secrets that are known.
  let shown = diagnosis.findings.map { $0.detail.english + $0.fields.joined() }.joined()
  for secret in MadeTraffic.secrets {
    precondition(!has(har, secret), "a secret is left in what was made safe: \(secret)")
    precondition(!has(Array(shown.utf8), secret), "a finding shows a secret: \(secret)")
  }
}

private func has(_ bytes: [UInt8], _ secret: String) -> Bool {
  let secret = Array(secret.utf8)
  return bytes.indices.contains {
    bytes[$0] == secret[0] && bytes[$0...].starts(with: secret)
  }
}

/// Every finding stands for itself or under exactly one, and names exchanges that there are.
private func checkOrder(_ diagnosis: Diagnosis, _ capture: Capture) {
  let under = diagnosis.findings.count { $0.cause != nil }
  precondition(diagnosis.causes.count + under == diagnosis.findings.count, "a cause is lost")
  let numbers = Set(capture.exchanges.map(\.number))
  for finding in diagnosis.findings {
    precondition(!finding.numbers.isEmpty, "\(finding.rule) shows nothing")
    precondition(numbers.isSuperset(of: finding.numbers), "\(finding.rule) shows what is not there")
    precondition(finding.numbers.count == finding.entries.count, "\(finding.rule) has odd labels")
    if let cause = finding.cause {
      precondition(
        diagnosis.causes.contains { $0.rule == cause },
        "\(finding.rule) has no such cause: \(cause)")
    }
  }
}
