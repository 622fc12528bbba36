import Foundation
import RowsmithClient
import RowsmithCurl

/// The common options of commands that call a server.
struct ServerArguments {
  static let base = Option(
    "base", "URL", "The address of the server, such as https://api.example.com/v2, in place of the model's.")
  static let header = Option<String>(
    "header", "'NAME: VALUE'",
    "A header of every request. Others on this machine can see arguments: a secret belongs in --header-file.",
    isRepeatable: true)
  static let headerFile = Option(
    "header-file", "FILE", "Headers of every request, one on each line.")
  static let tokenEnv = Option(
    "token-env", "NAME", "The environment variable with the token of `Authorization: Bearer`."
  )
  static let caFile = Option(
    "ca-file", "FILE", "Certificates (PEM) that are trusted besides those of the system.")
  static let timeout = Option<Double>(
    "timeout", "SECONDS", "How long a transfer may stand still; 30 by default."
  ) { text throws(UsageError) in
    if let seconds = Double(text), seconds > 0, seconds <= 86_400 { return seconds }
    throw UsageError("expected a number of seconds after --timeout, such as 10 or 0.5, found '\(text)'")
  }
  static let retries = Option<Int>(
    "retries", "N",
    "How often a failed request is repeated, if that can do no harm; 3 by default."
  ) { text throws(UsageError) in
    if let count = Int(text), (0...100).contains(count) { return count }
    throw UsageError("expected a number from 0 to 100 after --retries, found '\(text)'")
  }

  static let declarations = [base.declaration] + common

  /// The options other than the server's address.
  static let common = [
    header.declaration, headerFile.declaration, tokenEnv.declaration, caFile.declaration, timeout.declaration,
    retries.declaration,
  ]

  var options: ClientOptions
  let transport: CurlTransport.Options

  /// - Parameter address: the option for the server's address.
  init(_ arguments: ParsedArguments, address: Option<String> = base) throws {
    var options = ClientOptions()
    options.baseURL = try arguments[address]
    if let url = options.baseURL, url.contains(where: { $0 == "?" || $0 == "#" }) {
      let shown = ServerExchange.withoutPassword(ofAny: url)
      throw UsageError(
        "--\(address.declaration.name): '\(shown)' has a query or a fragment; give the address without it")
    }
    options.headers = try Self.headers(arguments)
    if let seconds = try arguments[Self.timeout] {
      options.timeouts.idle = .seconds(seconds)
      options.timeouts.connecting = min(options.timeouts.connecting, .seconds(seconds))
    }
    if let count = try arguments[Self.retries] { options.retries.maximumAttempts = count + 1 }
    if let name = try arguments[Self.tokenEnv] {
      guard let token = ProcessInfo.processInfo.environment[name], !token.isEmpty else {
        throw UsageError("--token-env: the environment has no variable '\(name)', or it is empty")
      }
      options.authentication = BearerAuthentication(tokens: .init(access: token))
    }
    self.options = options
    var transport = CurlTransport.Options()
    if let path = try arguments[Self.caFile] {
      guard FileManager.default.isReadableFile(atPath: path) else {
        throw ArgumentFile(option: "--ca-file", path: path).unreadable()
      }
      transport.additionalTrustAnchors = [path]
    }
    self.transport = transport
  }

  /// The headers of the file, overridden by those of the arguments.
  private static func headers(_ arguments: ParsedArguments) throws(UsageError) -> HTTPHeaders {
    var headers = HTTPHeaders()
    if let path = try arguments[headerFile] {
      let data = ArgumentFile.withoutMark(
        try ArgumentFile(option: "--header-file", path: path).contents())
      for field in try HeaderSyntax.fields(of: String(decoding: data, as: UTF8.self), file: path) {
        headers.add(field.name, field.value)
      }
    }
    var own = HTTPHeaders()
    for text in try arguments.all(header) {
      let field = try HeaderSyntax.field(text, at: "--header")
      own.add(field.name, field.value)
    }
    headers.replace(with: own)
    return headers
  }
}
