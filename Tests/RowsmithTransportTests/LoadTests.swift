import Foundation
import RowsmithClient
import RowsmithCurl
import TestSupport
import Testing

@Suite("Many calls, and calls that end early")
struct LoadTests {
  private func answering() throws -> RawServer {
    try RawServer { connection in
      while let request = connection.readRequest() { connection.answer(body: Array(request.path.utf8)) }
    }
  }

  @Test(
    "200 calls at once each get their own answer, over few connections", arguments: TransportKind.allCases)
  func concurrent(_ kind: TransportKind) async throws {
    let server = try answering()
    let transport = kind.make()
    let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask { try await Outcome.of(.get(server.url("/\(number)")), transport).text != "/\(number)" }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wrong == 0)
    #expect(server.connections <= 50)
  }

  @Test("2 000 calls, a quarter of them writes, another quarter cut off, leave no descriptor open")
  func descriptors() async throws {
    let server = try RawServer { connection in
      while let request = connection.readRequest() {
        guard request.path != "/cut" else {
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1234")
          return
        }
        connection.answer(body: [1])
      }
    }
    let transport = CurlTransport()
    let before = try openDescriptors()
    for number in 0..<2000 {
      let request =
        switch number % 4 {
        case 0: HTTPRequest.post(server.url(), "{}")
        case 1: HTTPRequest.get(server.url("/cut"))
        default: HTTPRequest.get(server.url())
        }
      let outcome = try await Outcome.of(request, transport)
      #expect((outcome.error != nil) == (number % 4 == 1))
    }
    // Other tests open and close theirs at the same time.
    try await eventually { try openDescriptors() < before + 200 }
  }

  private func openDescriptors() throws -> Int {
    #if os(Linux)
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    #else
      try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
    #endif
  }

  #if os(Linux)
    @Test("The thread of a transport ends with it, and with the last body that is read")
    func threads() async throws {
      let server = try answering()
      let before = try engines()
      var body: HTTPResponseBody?
      for _ in 0..<60 { body = try await CurlTransport().send(.get(server.url())).body }
      try await eventually { try engines() < before + 30 }
      #expect(try await body?.collected() == Array("/".utf8))
    }

    /// How many threads there are that are called like those of a transport; others may come and go.
    private func engines() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter {
        (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8))?.hasPrefix("Rowsmith")
          == true
      }.count
    }
  #endif

  #if os(Linux)
    @Test("A program that the app starts does not inherit connections")
    func inherited() async throws {
      let server = try RawServer { connection in
        _ = connection.readRequest()
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n1")
        connection.drain()
      }
      let response = try await CurlTransport().send(.get(server.url()))
      // The only sockets of this process that lead to the server's port.
      let found = (0..<Int32(4096)).filter { descriptor in
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
        }
        return result == 0 && address.sin_family == sa_family_t(AF_INET)
          && Int(UInt16(bigEndian: address.sin_port)) == server.port
      }
      #expect(found.count == 1)
      for descriptor in found { #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0) }
      withExtendedLifetime(response) {}
    }
  #endif

  @Test("A task that is cancelled already sends nothing", arguments: TransportKind.allCases)
  func cancelledBefore(_ kind: TransportKind) async throws {
    let server = try answering()
    let transport = kind.make()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await Outcome.of(.post(server.url(), "{}"), transport)
    }
    task.cancel()
    let outcome = try await task.value
    #expect(outcome.error?.reason == .cancelled)
    #expect(outcome.error?.mayHaveArrived == false)
    #expect(server.connections == 0)
  }

  @Test("A task that is cancelled while its large body is prepared leaves no file", arguments: [2, 5, 10])
  func cancelledWhilePrepared(_ milliseconds: Int) async throws {
    // Nobody takes the body: an upload from a file should not be cancelled on Linux.
    let nobody = "http://127.0.0.1:\(try RawServer.closedPort())/"
    let transport = TransportKind.urlSession.make()
    // A size that no other test has.
    let size = (32 << 20) + milliseconds
    let request = HTTPRequest(
      method: "POST", url: nobody, body: .parts([.bytes([UInt8](repeating: 7, count: size))]))
    let task = Task { try await Outcome.of(request, transport) }
    try await Task.sleep(for: .milliseconds(milliseconds))
    task.cancel()
    _ = try await task.value
    try await eventually {
      let folder = FileManager.default.temporaryDirectory
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { name in
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
        return !name.hasSuffix(".body") || attributes?[.size] as? Int != size
      }
    }
  }

  @Test(
    "A call that is cancelled while a file is sent does not end the process",
    arguments: TransportKind.allCases)
  func cancelledWhileSent(_ kind: TransportKind) async throws {
    let server = try answering()
    let transport = kind.make()
    let url = FileManager.default.temporaryDirectory.appending(path: "rowsmith-\(UUID().uuidString).sent")
    try Data(repeating: 7, count: 12 << 20).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    for milliseconds in 1...30 {
      let request = HTTPRequest(method: "POST", url: server.url(), body: .file(path: url.path))
      let task = Task { try await Outcome.of(request, transport) }
      try await Task.sleep(for: .milliseconds(milliseconds))
      task.cancel()
      _ = try await task.value
    }
    #expect(try await Outcome.of(.get(server.url()), transport).error == nil)
  }

  @Test("A task that is cancelled in the middle of a body is told at once", arguments: TransportKind.allCases)
  func cancelledInBody(_ kind: TransportKind) async throws {
    let ended = Counter()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin")
      connection.drain()
      ended.add(1)
    }
    let transport = kind.make()
    var count = 0
    try await atOnce {
      let begun = Counter()
      let task = Task { () -> TransportError? in
        do {
          let response = try await transport.send(.get(server.url()))
          for try await _ in response.body { begun.add(1) }
          return nil
        } catch let error as TransportError {
          return error
        }
      }
      try await eventually { begun.value > 0 }
      let start = ContinuousClock.now
      task.cancel()
      #expect(try await task.value?.reason == .cancelled)
      count += 1
      return .now - start
    }
    try await eventually { ended.value == count }
  }

  @Test("A task that is cancelled gets no more of a compressed body, also of what has come")
  func cancelledWhileInflating() async throws {
    // Each member is inflated by itself.
    let member = try #require(Data(base64Encoded: "H4sIAAAAAAACAwvKLy9WSMxLUSjCzshPA9N6AH+20W8oAAAA"))
    let body = [UInt8](repeatElement(member, count: 100).joined())
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.answer(headers: ["Content-Encoding: gzip"], body: body)
    }
    let transport = TransportKind.curl.make()
    let task = Task {
      let response = try await transport.send(.get(server.url()))
      var iterator = response.body.makeAsyncIterator()
      let first = try await iterator.next()
      #expect(first?.count == 40)
      withUnsafeCurrentTask { $0?.cancel() }
      return try await iterator.next()
    }
    let error = await #expect(throws: TransportError.self) { try await task.value }
    #expect(error?.reason == .cancelled)
  }

  @Test(
    "Calls that are cancelled at any moment leave a transport that works", arguments: TransportKind.allCases)
  func cancelledAnywhere(_ kind: TransportKind) async throws {
    let server = try answering()
    let transport = kind.make()
    var generator = SeededGenerator()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<150 {
        let wait = Int.random(in: 0...4000, using: &generator)
        group.addTask {
          let task = Task { try await Outcome.of(.get(server.url("/\(number)")), transport) }
          try? await Task.sleep(for: .microseconds(wait))
          task.cancel()
          let outcome = try? await task.value
          #expect(outcome?.error.map { $0.reason == .cancelled } ?? (outcome?.text == "/\(number)"))
        }
      }
    }
    #expect(try await Outcome.of(.get(server.url("/last")), transport).text == "/last")
  }
}
