import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithCurl
import RowsmithModel
import RowsmithSchema
import RowsmithSync

/// Meetings that synchronise, and what the device has wished of them, which stays in the file: in the same transaction as what it
/// was about, so that whatever dies, the file knows what must be true in the end.
enum TrialModel {
  static func model() throws -> (schema: Schema, api: API) {
    let model = ModelCompiler.compile([ModelSource(path: "Trial.yml", text: text)], name: "Trial")
    guard let schema = model.schema, let api = model.api else {
      throw SyncError(.settings, "\(model.diagnostics)")
    }
    return (schema, api)
  }

  static func plan(place: String) -> SyncPlan {
    let isREST = place == "rest"
    return SyncPlan(
      server: isREST ? "rest" : "kinto", settings: isREST ? [.init("version", "lockVersion")] : [],
      entities: [
        .init("Meeting", collection: "meetings", settings: isREST ? [.init("create", "putMeeting")] : [])
      ])
  }

  static func server(_ plan: SyncPlan, url: String, place: String) throws -> any SyncServer {
    var options = ClientOptions()
    options.retries.maximumAttempts = 2
    options.retries.firstDelay = .milliseconds(5)
    options.retries.maximumRetryAfter = .milliseconds(50)
    options.timeouts.idle = .seconds(30)
    guard place == "rest" else {
      options.authentication = BasicAuthentication(user: "alice", password: "secret")
      return try KintoServer(url: url, bucket: place, transport: CurlTransport(), options: options)
    }
    var (schema, api) = try model()
    options.baseURL = url
    api.sync = plan
    return try RESTSyncServer(api: api, schema: schema, transport: CurlTransport(), options: options)
  }

  private static let text = """
    rowsmith: 1
    api:
      baseURL: http://127.0.0.1:8000/api
      error: { message: error.error_description, code: error.error_code }
      batch: { path: batch, limit: 10 }
    routes:
      meetings:
        get: meetings
        query: { per_page: Int, sort: String, ids: String, include_deleted: Bool }
        returns: "[Meeting]"
        pages: link
        incremental: { parameter: updated_since, from: updatedAt, overlap: 1 }
      meeting: { get: "meetings/:id", returns: Meeting }
      putMeeting: { put: "meetings/:id", sends: Meeting, returns: Meeting }
      updateMeeting: { patch: "meetings/:id", sends: Meeting, under: meeting, returns: Meeting }
      removeMeeting: { delete: "meetings/:id", deletes: Meeting, query: [lock_version] }
    entities:
      Meeting:
        attributes:
          id: String
          title: String
          place: String?
          updatedAt: { type: Date?, export: false }
          lockVersion: { type: Int?, export: false }
        DeletedWhen: deleted
      Wish:
        attributes: { id: String, meeting: String, member: String, value: String? }
    """
}
