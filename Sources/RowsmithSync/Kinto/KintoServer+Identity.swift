import Rowsmith
import RowsmithClient
import RowsmithSchema

extension KintoServer {
  /// Asks for the root of the API, which names the user and the largest batch.
  public func identify() async throws -> SyncIdentity {
    var (answer, identity) = try await root()
    if identity.user.isEmpty, exchange.options.authentication != nil {
      // The root does not report invalid credentials. This request does, and makes the client refresh them.
      let checked = try await read("/buckets?_limit=1")
      if let error = checked.error, error.status == 401 { throw SyncError(checked, request: "GET /buckets") }
      (answer, identity) = try await root()
    }
    if identity.user.isEmpty, exchange.options.authentication != nil {
      var error = SyncError(
        .loginNeeded, "the server does not know the user of these credentials; log in again")
      error.status = answer.status
      throw error
    }
    return identity
  }

  private func root() async throws -> (ServerExchange.Answer, SyncIdentity) {
    let answer = try await read("/")
    guard answer.error == nil else { throw SyncError(answer, request: "GET /") }
    guard let json = try? JSONValue(parsing: String(decoding: answer.body, as: UTF8.self)),
      json["http_api_version"] != nil
    else {
      throw SyncError(
        .answer,
        "this is not a Kinto server: its root has no 'http_api_version'. The address must end in the version, as in "
          + "'https://kinto.example.com/v1'")
    }
    let limit = json["settings"]?["batch_max_requests"]?.int
    if let limit, limit > 0 { learnt.maximumBatch = limit }
    let identity = SyncIdentity(
      server: exchange.address, user: json["user"]?["id"]?.string ?? "", time: answer.time,
      maximumBatch: learnt.maximumBatch)
    return (answer, identity)
  }
}

extension ServerExchange.Answer {
  /// The server's time, in milliseconds since 1970, from the header `Date`, which has whole seconds.
  var time: Int64? {
    guard let text = headers.values(of: "Date").first, let format = try? CompiledDateFormat(.rfc1123) else {
      return nil
    }
    return format.milliseconds(parsing: text)
  }
}
