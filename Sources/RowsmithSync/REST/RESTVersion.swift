import Rowsmith
import RowsmithClient
import RowsmithSchema

/// What distinguishes versions of a record, from the setting `version`.
enum RESTVersion: Sendable, Hashable {
  /// No versions.
  case none
  /// The header `ETag` of a single record, sent back in `If-Match`. Lists do not have it.
  case entityTag
  /// A member of the record, `lock_version`, which is an attribute of the model. Changes have it in their body.
  case member(path: [String], attribute: String, isNumber: Bool, isOrdered: Bool)

  /// - Returns: `nil` for an attribute that the entity or its JSON does not have.
  init?(_ setting: String?, members: RESTMembers, graph: SchemaGraph, entity: String) {
    guard let setting else {
      self = .none
      return
    }
    if setting.lowercased() == "etag" {
      self = .entityTag
      return
    }
    guard let attribute = graph.attribute(setting, of: entity), let path = members.path(of: setting) else {
      return nil
    }
    let isInteger = attribute.type == .scalar(.int)
    let dates = attribute.type == .scalar(.date) ? attribute.dateFormats : []
    let isNumber = isInteger || dates.first == .epochSeconds || dates.first == .epochMilliseconds
    self = .member(path: path, attribute: setting, isNumber: isNumber, isOrdered: isInteger)
  }

  /// The version of a record.
  ///
  /// - Parameter tag: the header `ETag` of an answer with this record only; otherwise `nil`.
  func text(in json: JSONValue, tag: String?) -> String? {
    switch self {
    case .none: nil
    // A proxy that compresses an answer weakens its tag, and `If-Match` does not accept weak tags (RFC 9110, section 13.1.1).
    case .entityTag: tag.map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
    case .member(let path, _, _, _): json.value(at: path)?.scalarText
    }
  }

  /// Whether versions are ordered, so that the newer of two is known.
  var isOrdered: Bool { if case .member(_, _, _, true) = self { true } else { false } }
}
