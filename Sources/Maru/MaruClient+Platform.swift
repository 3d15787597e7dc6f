public import MaruContract
public import MaruCore

extension MaruClient {
  /// Makes a client with the platform's transport, the machine's clocks and its chance.
  ///
  /// On Linux calls go over libcurl, on Apple's platforms over URLSession. The client owns its
  /// transport: `shutdown(_:)` ends both.
  ///
  /// - Parameters:
  ///   - configuration: what to speak to, and how.
  ///   - credentials: who the caller is; nil for servers that do not ask.
  ///   - observers: hear every step of every call.
  /// - Throws: `CallError` with the code `configuration` if a setting can't work, `unsupported`
  ///   if libcurl is missing or too old; the reason names the package to install.
  public init(
    _ configuration: Configuration, credentials: (any CredentialProvider)?,
    observers: [any CallObserver] = []
  ) throws(CallError) {
    try self.init(
      configuration, transport: .standard, credentials: credentials, observers: observers)
  }

  /// Makes a client with a transport of the platform's that is named.
  ///
  /// - Parameters:
  ///   - configuration: what to speak to, and how.
  ///   - transport: what carries the calls; the client owns it.
  ///   - credentials: who the caller is; nil for servers that do not ask.
  ///   - observers: hear every step of every call.
  /// - Throws: `CallError` with the code `configuration` if a setting can't work, `unsupported`
  ///   if the platform has no such transport, or not with these settings.
  public init(
    _ configuration: Configuration, transport: PlatformTransport,
    credentials: (any CredentialProvider)?, observers: [any CallObserver] = []
  ) throws(CallError) {
    try self.init(
      configuration, transport: transport.make(), ownership: .client, credentials: credentials,
      surroundings: .system, observers: observers)
  }
}
