internal import MaruHTTP

public import struct Foundation.Date

extension Chronicle {
  /// What became of one cookie in one client: set, sent, replaced, ended.
  public struct CookieLife: Sendable, Hashable {
    /// Its name; a stand-in if the name may be a secret.
    public let name: String
    /// The domain that it belongs to.
    public let domain: String
    /// Its path; nil for one whose `Set-Cookie` is not in the capture.
    public let path: String?
    /// Whose cookie it is; nil if the capture does not say.
    public let client: ClientKind?
    /// What happened to it, in order.
    public let events: [Event]
    /// Its name in the capture, by which it is asked for.
    let original: String

    /// Something that happened to a cookie.
    public struct Event: Sendable, Hashable {
      /// What happened.
      public let kind: Kind
      /// The exchange; nil for what time does alone.
      public let entry: String?
      /// When; nil if the capture has no times.
      public let date: Date?
    }

    /// What can happen to a cookie.
    public enum Kind: Sendable, Hashable {
      /// A client took it in.
      case set
      /// A client took it in in place of an older one.
      case replaced
      /// It went with a request.
      case sent
      /// A server ended it.
      case deleted
      /// A server tried to end it, and met none with this domain and path.
      case deletionMissed
      /// A client did not take it in.
      case refused(String)
      /// Its time was up.
      case expired
    }
  }

  /// The lives of cookies of a name, as it stands in the capture or as reports show it.
  public func cookies(named name: String) -> [CookieLife] {
    cookies.filter { $0.original == name || $0.name == name }
  }
}

/// Follows each cookie through a case.
struct CookieReader {
  private struct Key: Hashable {
    let jar: String
    let name: String
    let domain: String
    let path: String?
  }

  private let file: CaseFile
  private let hasTimes: Bool
  private var order: [Key] = []
  private var events: [Key: [(date: Date, event: Chronicle.CookieLife.Event)]] = [:]
  private var ends: [Key: Date] = [:]
  private var clients: [Key: ClientKind] = [:]

  init(_ file: CaseFile) {
    self.file = file
    hasTimes = file.quality.times != .none
    for set in file.cookies.sets where set.read != nil { add(set) }
    for index in file.exchanges.indices { addSent(index) }
    let last = file.exchanges.compactMap(\.end).max()
    for (key, end) in ends {
      guard let last, end <= last else { continue }
      note(Chronicle.CookieLife.Event(kind: .expired, entry: nil, date: shown(end)), end, key)
    }
  }

  private func shown(_ date: Date) -> Date? { hasTimes ? date : nil }

  private mutating func note(_ event: Chronicle.CookieLife.Event, _ date: Date, _ key: Key) {
    if events[key] == nil { order.append(key) }
    events[key, default: []].append((date, event))
  }

  private func key(_ set: CookieSet) -> Key {
    let address = file.exchanges[set.exchange].address
    return Key(
      jar: set.jar, name: set.name, domain: set.domain,
      path: set.read?.path ?? CookieHost.defaultPath(of: address.path))
  }

  private mutating func add(_ set: CookieSet) {
    let key = key(set)
    let kind: Chronicle.CookieLife.Kind =
      switch set.outcome {
      case .stored: .set
      case .replaced: .replaced
      case .deleted: .deleted
      case .deletedNothing: .deletionMissed
      case .refused(let refusal): .refused(refusal.description)
      }
    clients[key] = file.exchanges[set.exchange].client
    note(
      Chronicle.CookieLife.Event(
        kind: kind, entry: file.label(set.exchange), date: shown(set.date)), set.date, key)
    switch kind {
    case .set, .replaced: ends[key] = set.expires
    case .deleted: ends[key] = nil
    default: break
    }
  }

  private mutating func addSent(_ index: Int) {
    let exchange = file.exchanges[index]
    guard !exchange.isFromCache else { return }
    let jar = CookieReplay.jar(of: exchange)
    let date = exchange.start ?? Date(timeIntervalSince1970: Double(index))
    for pair in file.facts[index].cookies {
      let source = file.cookies.source(of: pair, jar: jar, before: exchange.start)
      let place =
        source.map { key($0) }
        ?? Key(jar: jar, name: pair.name, domain: exchange.address.host, path: nil)
      clients[place] = exchange.client
      note(
        Chronicle.CookieLife.Event(
          kind: .sent, entry: file.label(index), date: exchange.start), date, place)
    }
  }

  func lives(_ scrubber: inout Scrubber) -> [Chronicle.CookieLife] {
    var lives: [(first: Date, life: Chronicle.CookieLife)] = []
    for key in order {
      let sorted = (events[key] ?? []).enumerated().sorted {
        ($0.element.date, $0.offset) < ($1.element.date, $1.offset)
      }.map(\.element)
      guard let first = sorted.first?.date else { continue }
      let path = key.path.map { path in
        path.split(separator: "/", omittingEmptySubsequences: false)
          .map { scrubber.segment(String($0)) }.joined(separator: "/")
      }
      lives.append(
        (
          first,
          Chronicle.CookieLife(
            name: scrubber.name(key.name), domain: scrubber.host(key.domain), path: path,
            client: clients[key], events: sorted.map(\.event), original: key.name)
        ))
    }
    return lives.enumerated().sorted {
      ($0.element.first, $0.offset) < ($1.element.first, $1.offset)
    }
    .map(\.element.life)
  }
}
