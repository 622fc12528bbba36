import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithModel
import RowsmithSchema
import RowsmithSync
import RowsmithTesting
import Testing

/// The model of `SyncREST.yml`: meetings with notes.
enum Meetings {
  static let model: CompiledModel = {
    let path = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/SyncREST.yml")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return ModelCompiler.compile([ModelSource(path: "SyncREST.yml", text: text)], name: "SyncREST")
  }()

  static func schema() throws -> Schema { try #require(model.schema, "\(model.diagnostics)") }

  static let plan = SyncPlan(
    server: "rest", settings: [.init("version", "lockVersion"), .init("user", "me.username")],
    entities: [.init("Meeting", collection: "meetings"), .init("Note", collection: "notes")])

  static let meetings = SyncCollection(name: "Meeting", path: "meetings")
  static let notes = SyncCollection(name: "Note", path: "notes", key: ["hash"])

  /// The API of the model with a plan.
  static func api(_ plan: SyncPlan = plan) throws -> API {
    var api = try #require(model.api, "\(model.diagnostics)")
    api.sync = plan
    return api
  }

  /// An adapter, without waits.
  static func server(
    _ transport: any Transport, at url: String = "https://example.com/api", _ plan: SyncPlan = plan,
    _ change: (inout API, inout ClientOptions) -> Void = { _, _ in }
  ) throws -> RESTSyncServer {
    var options = ClientOptions()
    options.baseURL = url
    options.clock.sleep = { _ in try Task.checkCancellation() }
    var api = try api(plan)
    change(&api, &options)
    return try RESTSyncServer(
      api: api, schema: try schema(), transport: transport, options: options)
  }

  /// The plan with a setting.
  static func plan(_ name: String, _ value: String?) -> SyncPlan {
    var plan = plan
    plan.settings.removeAll { $0.name == name }
    if let value { plan.settings.append(.init(name, value)) }
    return plan
  }

  static func create(_ id: String, _ title: String, key: String? = nil) -> SyncWrite {
    let json = Array(#"{"id":"\#(id)","title":"\#(title)"}"#.utf8)
    return SyncWrite(
      .create, in: meetings, id: id, record: json, changes: json, idempotencyKey: key ?? "create-\(id)")
  }

  static func change(_ id: String, _ changes: String, version: String?, key: String? = nil) -> SyncWrite {
    let base = Array(#"{"id":"\#(id)","title":"Old"}"#.utf8)
    return SyncWrite(
      .change, in: meetings, id: id, record: base, changes: Array(changes.utf8), base: base, version: version,
      idempotencyKey: key ?? "change-\(id)-\(changes)")
  }

  static func delete(_ id: String, version: String?, key: String? = nil) -> SyncWrite {
    SyncWrite(
      .delete, in: meetings, id: id, base: Array(#"{"id":"\#(id)"}"#.utf8), version: version,
      idempotencyKey: key ?? "delete-\(id)")
  }

  static func note(
    _ kind: SyncWrite.Kind, _ hash: String, in meeting: String, changes: String = "{}", base: String = "",
    version: String? = nil
  ) -> SyncWrite {
    SyncWrite(
      kind, in: notes, id: hash,
      record: Array(#"{"hash":"\#(hash)","text":"Text","meeting_id":"\#(meeting)"}"#.utf8),
      changes: Array(changes.utf8), base: Array(base.utf8), version: version,
      idempotencyKey: "\(kind)-\(hash)")
  }
}

extension SyncOutcome {
  /// What became of it, in a word, with the record that it has.
  var shown: String {
    func text(_ record: SyncRecord?) -> String {
      guard let record else { return "" }
      return " \(record.id)\(record.version.map { "@\($0)" } ?? "")\(record.isDeleted ? " deleted" : "")"
    }
    return switch self {
    case .accepted(let record): "accepted" + text(record)
    case .conflict(let record): "conflict" + text(record)
    case .gone(let record): "gone" + text(record)
    case .refused(let error): "refused \(error.reason.rawValue)"
    case .unknown(let error): "unknown \(error.reason.rawValue)"
    case .later(let error): "later \(error.reason.rawValue)"
    }
  }
}
