import Rowsmith
import RowsmithClient
import RowsmithSchema

/// What tells one state of a record from another, as the setting `version` says.
enum RESTVersion: Sendable, Hashable {
  /// Nothing.
  case none
  /// The header `ETag` of a single record; writes name it in `If-Match`. Lists have none.
  case entityTag
  /// A member of the record, `lock_version`; changes have it in their body. It is an attribute of the model.
  case member(path: [String], attribute: String, isNumber: Bool)

  /// - Returns: nil for an attribute that the entity does not have, or that its JSON does not.
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
    self = .member(path: path, attribute: setting, isNumber: attribute.type == .scalar(.int))
  }

  /// The version of a record.
  ///
  /// - Parameter tag: the header `ETag` of an answer that is the record alone; nil elsewhere.
  func text(in json: JSONValue, tag: String?) -> String? {
    switch self {
    case .none: nil
    // Who compresses an answer makes its tag a weak one, which `If-Match` may not name (RFC 9110, section 13.1.1).
    case .entityTag: tag.map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
    case .member(let path, _, _): json.value(at: path)?.scalarText
    }
  }

  /// Whether of two versions it is known which is the newer.
  var isOrdered: Bool { if case .member(_, _, true) = self { true } else { false } }
}
