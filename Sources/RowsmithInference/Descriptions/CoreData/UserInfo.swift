import Foundation

/// The user info keys of libraries that import JSON into Core Data.
enum UserInfo {
  /// The libraries with known keys.
  enum Library: String, CaseIterable {
    case wtaData = "WTAData"
    case magicalRecord = "MagicalRecord"
    case groot = "Groot"
    case restKit = "RestKit"
    case dataCache = "DataCache"
    case sync = "Sync"
  }

  private static let keys: [(library: Library, keys: [String])] = [
    (.wtaData, ["ImportName", "PrimaryAttribute", "PrimaryKey", "DateFormat", "MergePolicy"]),
    (
      .magicalRecord,
      [
        "mappedKeyName", "relatedByAttribute", "distinctAttribute", "dateFormat",
        "useDefaultValueWhenNotPresent",
      ]
    ),
    (.groot, ["JSONKeyPath", "identityAttributes", "identityAttributeRelated", "JSONTransformerName"]),
    (.restKit, ["primaryKeyAttribute", "RKEntityIdentificationAttributes"]),
    (.dataCache, ["DC.isIdentifier", "JC.isIdentifier"]),
    (.sync, ["hyper.isPrimaryKey", "sync.isPrimaryKey", "hyper.remoteKey", "sync.remoteKey"]),
  ]

  /// The libraries whose keys a model uses.
  static func libraries(of model: CoreDataModel) -> [Library] {
    var found: Set<String> = []
    for entity in model.entities {
      found.formUnion(entity.info.keys)
      for member in entity.attributes + entity.relationships { found.formUnion(member.info.keys) }
    }
    return keys.filter { !found.isDisjoint(with: $0.keys) }.map(\.library)
  }

  /// The names in a comma-separated list.
  static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter {
      !$0.isEmpty
    }
  }

  /// The attributes of an entity's primary key, from its user info.
  static func key(of entity: CoreDataModel.Entity) -> [String] {
    let names = [
      "PrimaryKey", "PrimaryAttribute", "identityAttributes", "identityAttribute", "distinctAttribute",
      "relatedByAttribute", "RKEntityIdentificationAttributes", "primaryKeyAttribute", "primaryKey",
    ]
    if let text = names.lazy.compactMap({ entity.info[$0] }).first { return list(text) }
    let flags = ["DC.isIdentifier", "JC.isIdentifier", "hyper.isPrimaryKey", "sync.isPrimaryKey"]
    return entity.attributes.filter { attribute in
      flags.contains { ["true", "yes", "1"].contains(attribute.info[$0]?.lowercased() ?? "") }
    }.map(\.name)
  }

  /// The JSON paths of a member, in order of preference; empty if its name is the key.
  static func paths(of member: CoreDataModel.Member) -> [String] {
    if let text = member.info["ImportName"] { return list(text) }
    let mapped = (["mappedKeyName"] + (0...9).map { "mappedKeyName.\($0)" }).compactMap { member.info[$0] }
    if !mapped.isEmpty { return mapped }
    if isLocal(member) { return [] }
    return ["JSONKeyPath", "hyper.remoteKey", "sync.remoteKey"].lazy.compactMap { member.info[$0] }.first.map
    { [$0] } ?? []
  }

  /// Whether a member is never in JSON: Groot writes the path `null` for that.
  static func isLocal(_ member: CoreDataModel.Member) -> Bool { member.info["JSONKeyPath"] == "null" }

  /// The formats of a date, in the order to try them.
  static func dateFormats(of member: CoreDataModel.Member) -> [String] {
    (["DateFormat", "dateFormat"] + (0...9).map { "dateFormat.\($0)" }).compactMap { member.info[$0] }.map {
      $0.lowercased() == "unixtime" ? "epochSeconds" : $0
    }
  }

  /// The keys that are read; others are the app's own.
  static let known: Set<String> = Set(
    keys.flatMap(\.keys) + ["identityAttribute", "primaryKey", "attributeValueClassName"]
      + (0...9).flatMap { ["mappedKeyName.\($0)", "dateFormat.\($0)"] })
}
