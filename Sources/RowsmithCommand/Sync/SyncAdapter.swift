import RowsmithAPI
import RowsmithClient
import RowsmithCurl
import RowsmithSync

/// Creates the adapter of a model.
struct SyncAdapter {
  let model: LoadedModel
  let plan: SyncPlan

  /// - Throws: `SyncError` if only an app has the adapter; `UsageError` if the server's address is missing.
  func server(_ arguments: ServerArguments) throws -> any SyncServer {
    let transport = CurlTransport(arguments.transport)
    switch plan.server {
    case "kinto":
      guard let url = arguments.options.baseURL else {
        throw UsageError("a model does not say where its Kinto is; give --server URL", command: "sync")
      }
      return try KintoServer(
        url: url, bucket: plan["bucket"] ?? "default", transport: transport, options: arguments.options)
    case "rest":
      guard let api = model.api, (arguments.options.baseURL ?? api.baseURL) != nil else {
        throw UsageError("the model has no `baseURL`; give --server URL", command: "sync")
      }
      return try RESTSyncServer(
        api: api, schema: model.schema, transport: transport, options: arguments.options)
    default:
      throw SyncError(
        .settings,
        "the adapter '\(plan.server)' belongs to the app, and rowsmith does not have it; it has kinto and rest"
      )
    }
  }
}

extension LoadedModel {
  /// The sync plan of the model. If there is none, this is reported and ends the command.
  func syncPlan(_ terminal: Terminal) throws(ReportedFailure) -> SyncPlan {
    if let plan = api?.sync { return plan }
    terminal.report(
      "error: the model has no 'sync', so nothing synchronises; write `sync: { server: kinto, bucket: notes }`"
    )
    throw ReportedFailure()
  }
}
