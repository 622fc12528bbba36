extension Transport {
  /// Sends a request, and translates errors of a transport that an app wrote, thrown while sending or while the body is read.
  ///
  /// - Throws: ``TransportError``, ``ClientError`` or `CancellationError`. Any other error becomes an interruption, because it
  ///   does not say whether the request arrived. Its description may contain secrets, so the message names only its type.
  func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
    do {
      var response = try await send(request)
      let body = response.body
      response.body = HTTPResponseBody {
        var iterator = body.makeAsyncIterator()
        do { return try await iterator.next() } catch { throw interruption(error) }
      }
      return response
    } catch {
      throw interruption(error)
    }
  }
}

/// The error to throw for one that a transport has thrown.
private func interruption(_ error: any Error) -> any Error {
  if error is TransportError || error is ClientError || error is CancellationError { return error }
  return TransportError(
    Task.isCancelled ? .cancelled : .interrupted, "the transport threw \(type(of: error))")
}
