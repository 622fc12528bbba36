extension Transport {
  /// Sends a request. What a transport of an app throws, then or within the body, that is no ``TransportError``, is an
  /// interruption: nothing else is known of the request. It may name secrets, so only its type is told.
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

/// The error of an exchange that has ended with an error.
private func interruption(_ error: any Error) -> any Error {
  if error is TransportError || error is ClientError || error is CancellationError { return error }
  return TransportError(
    Task.isCancelled ? .cancelled : .interrupted, "the transport threw \(type(of: error))")
}
