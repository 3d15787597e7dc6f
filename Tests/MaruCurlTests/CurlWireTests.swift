#if os(Linux)
  import Testing

  /// Tests that need sockets, one after the other: they look at the clock, at what the process holds
  /// and at how fast a peer sees what has happened, which a busy machine would blur.
  @Suite(.serialized) enum CurlWireTests {}
#endif
