import Foundation

@main
enum Main {
  private static let usage = """
    usage: bench [--only NAME]... [--gateway PATH] [--list]

    Measures, and prints a line of name, value and unit for each figure on standard output; all else
    goes to standard error. Nothing is asserted but that a
    soak leaves nothing behind.

      --only NAME      one benchmark; can be given again. Default: all
      --gateway PATH   the gateway's program, for the benchmarks that load it
      --list           the names

    benchmarks:
      call-overhead    CPU and allocations of a call beside its transport
      single-flight    10,000 callers that find one token expired
      call-soak        50,000 mixed calls with cancels; exit 1 if anything is left behind
      call-loopback    calls to nginx over loopback, beside URLSession
      call-loopback-urlsession   the same over URLSession, beside a bare delegate
      sse              reading a stream of small events into strings
      simulation       simulated worlds of a client, on all processors and on one thread
      xml              XML parsed into trees, streamed, and types read and written beside JSON
      doctor           captures of 10 and 100 MB read and diagnosed
      gateway-hello    the gateway's smallest answer under load
      gateway-todos    a signed-in list of todos under load
      sse-fanout       one user's changes to 5,000 event streams, ten a second
    exit codes: 0 done, 1 a benchmark could not run, 64 usage
    """
  private static let names = [
    "call-overhead", "single-flight", "call-soak", "call-loopback", "call-loopback-urlsession",
    "sse", "simulation", "xml", "doctor", "gateway-hello", "gateway-todos", "sse-fanout",
  ]

  static func main() async {
    var only: [String] = []
    var gateway: String?
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--only" where !arguments.isEmpty: only.append(arguments.removeFirst())
      case "--gateway" where !arguments.isEmpty: gateway = arguments.removeFirst()
      case "--list":
        print(names.joined(separator: "\n"))
        return
      case "--help", "-h":
        print(usage)
        return
      default: stop("unknown argument '\(argument)'\n\(usage)", code: 64)
      }
    }
    for name in only where !names.contains(name) {
      stop("there is no benchmark '\(name)'; --list names them", code: 64)
    }
    for name in names where only.isEmpty || only.contains(name) {
      Report.note("\(name)…")
      do {
        try await run(name, gateway: gateway)
      } catch {
        stop("\(name): \(error)", code: 1)
      }
    }
  }

  private static func run(_ name: String, gateway: String?) async throws {
    switch name {
    case "call-overhead": try await CallOverhead.run()
    case "single-flight": try await SingleFlight.run()
    case "call-soak": try await CallSoak.run()
    case "call-loopback": try await CallLoopback.run()
    case "simulation": try SimulationRate.run()
    case "sse": try EventParsing.run()
    case "xml":
      try await XMLParsing.run()
      try XMLCoding.run()
    case "doctor": try DoctorSpeed.run()
    case "call-loopback-urlsession": try await CallLoopback.runURLSession()
    default:
      guard let gateway else { throw Missing(what: "--gateway with the gateway's program") }
      switch name {
      case "gateway-hello": try await GatewayLoad.hello(gateway: gateway)
      case "gateway-todos": try await GatewayLoad.todos(gateway: gateway)
      default: try await EventFanout.run(gateway: gateway)
      }
    }
  }

  private static func stop(_ text: String, code: Int32) -> Never {
    Report.note(text)
    exit(code)
  }
}
