public import MaruCore
public import MaruHTTP

extension CookieStore {
  /// An empty store whose cookies end by the machine's clock.
  ///
  /// - Parameter rules: limits and policy; by default those of RFC 6265bis, with a small choice of
  ///   public suffixes.
  public convenience init(rules: CookieRules = CookieRules()) {
    self.init(rules: rules, wallClock: SystemWallClock())
  }
}
