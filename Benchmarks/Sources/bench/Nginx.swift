import Foundation

/// An nginx of the benchmark's own: one file, one port, a folder that is removed afterwards.
final class Nginx {
  let url: URL
  private let folder: URL
  private let process: ChildProcess

  /// Serves `body` as JSON.
  init(body: Data) async throws {
    let port = try freePort()
    folder = FileManager.default.temporaryDirectory.appending(path: "maru-bench-\(port)")
    for name in ["html", "tmp", "logs"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    // Workers give up root's rights and must still reach the file.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path())
    try body.write(to: folder.appending(path: "html/document.json"))
    let configuration = folder.appending(path: "nginx.conf")
    try Self.configuration(port: port, folder: folder.path())
      .write(to: configuration, atomically: true, encoding: .utf8)
    process = try ChildProcess(
      ["nginx", "-p", folder.path(), "-c", configuration.path(), "-g", "daemon off;"])
    url = URL(string: "http://127.0.0.1:\(port)/document.json")!  // A constant with a number.
    try await waitUntilListening(on: port)
  }

  deinit {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  private static func configuration(port: UInt16, folder: String) -> String {
    """
    worker_processes 2;
    pid \(folder)/nginx.pid;
    error_log \(folder)/logs/error.log;
    events { worker_connections 4096; }
    http {
      access_log off;
      keepalive_requests 100000000;
      types { application/json json; }
      client_body_temp_path \(folder)/tmp/body;
      proxy_temp_path \(folder)/tmp/proxy;
      fastcgi_temp_path \(folder)/tmp/fastcgi;
      uwsgi_temp_path \(folder)/tmp/uwsgi;
      scgi_temp_path \(folder)/tmp/scgi;
      server { listen 127.0.0.1:\(port); root \(folder)/html; }
    }
    """
  }
}
