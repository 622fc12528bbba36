import RowsmithSchema

/// What the files of a model declare, before names are looked up.
struct ModelDeclaration: Sendable {
  var defaults = DefaultsDeclaration()
  var enumerations: [EnumerationDeclaration] = []
  var entities: [EntityDeclaration] = []
  var documents: [DocumentDeclaration] = []
}

/// The section `defaults`.
struct DefaultsDeclaration: Sendable {
  var casing: Located<Casing>?
  var dateFormats: Located<[DateFormat]>?
  var mergePolicy: Located<Schema.MergePolicy>?
  var coerces: Located<Bool>?
}

/// One entry of `enums`.
struct EnumerationDeclaration: Sendable {
  var name: Located<String>
  var values: [Located<String>] = []
  var doc: String?
}

/// One entry of `documents`.
struct DocumentDeclaration: Sendable {
  var name: Located<String>
  var members: [Member] = []

  struct Member: Sendable {
    var path: Located<[String]>
    var type: TypeReference
  }
}

/// One entry of `entities`.
struct EntityDeclaration: Sendable {
  var name: Located<String>
  var parent: Located<String>?
  var primaryKey: Located<[Located<String>]>?
  var discriminator: Located<[Located<Schema.ImportPath>]>?
  var attributes: [AttributeDeclaration] = []
  var relationships: [RelationshipDeclaration] = []
  var indexes: [Located<[Located<String>]>] = []
  var uniques: [Located<[Located<String>]>] = []
  var hooks: [Schema.Hook] = []
  var renamedFrom: Located<String>?
  var doc: String?
  /// Whether a part of it could not be read, so that what is not found may be in that part.
  var isIncomplete = false
}

/// One entry of `attributes`.
struct AttributeDeclaration: Sendable {
  var name: Located<String>
  var type: TypeReference?
  var importName: Located<[Located<Schema.ImportPath>]>?
  var dateFormats: Located<[DateFormat]>?
  var defaultValue: YAMLNode?
  var isIndexed: Located<Bool>?
  var isUnique: Located<Bool>?
  var coerces: Bool?
  var transform: Located<String>?
  var isExported = true
  var renamedFrom: Located<String>?
  var doc: String?
}

/// One entry of `relationships`.
struct RelationshipDeclaration: Sendable {
  var name: Located<String>
  var type: TypeReference?
  var importName: Located<[Located<Schema.ImportPath>]>?
  var foreignKey: Located<[Located<Schema.ImportPath>]>?
  var mergePolicy: Located<Schema.MergePolicy>?
  var inverse: Located<String>?
  var isOrdered: Located<Bool>?
  var deleteRule: Schema.DeleteRule?
  var prune: Located<Schema.Prune>?
  var isExported = true
  var renamedFrom: Located<String>?
  var doc: String?
}
