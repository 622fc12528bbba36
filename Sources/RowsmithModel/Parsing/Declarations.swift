import RowsmithSchema

/// What the files of a model declare, before names are looked up.
struct ModelDeclaration: Sendable {
  var defaults = DefaultsDeclaration()
  var enumerations: [EnumerationDeclaration] = []
  var valueTypes: [ValueTypeDeclaration] = []
  var entities: [EntityDeclaration] = []
  var documents: [DocumentDeclaration] = []
  var api: APIDeclaration?
  var routes: [RouteDeclaration] = []
  var sync: SyncDeclaration?
  var history: Located<Schema.History?>?
  /// Whether there is a section `routes`, however empty.
  var hasRoutes = false
  /// Whether a part of the model could not be read, so that what is not found may be in that part.
  var isIncomplete = false
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

/// One entry of `values`.
struct ValueTypeDeclaration: Sendable {
  var name: Located<String>
  var attributes: [AttributeDeclaration] = []
  var doc: String?
  /// Whether it could not be read, so that what is not found may be in it.
  var isIncomplete = false
}

/// One entry of `documents`.
struct DocumentDeclaration: Sendable {
  var name: Located<String>
  var members: [Member] = []
  /// Whether a member could not be read.
  var isIncomplete = false

  struct Member: Sendable {
    var path: Located<[String]>
    /// What it holds: the first entity and an array where it is mixed.
    var type: TypeReference
    var oneOf: OneOfDeclaration?
  }
}

/// One entry of `entities`.
struct EntityDeclaration: Sendable {
  var name: Located<String>
  var parent: Located<String>?
  var primaryKey: Located<[Located<String>]>?
  var discriminator: DiscriminatorDeclaration?
  var attributes: [AttributeDeclaration] = []
  /// The attributes that are values of several parts; `attributes` has their parts instead, once they are known.
  var groups: [AttributeDeclaration] = []
  var relationships: [RelationshipDeclaration] = []
  var indexes: [Located<[Located<String>]>] = []
  var uniques: [Located<[Located<String>]>] = []
  var search: SearchDeclaration?
  var deletedWhen: Located<[Schema.DeletionSign]>?
  var modificationAttribute: Located<String>?
  var hooks: [Schema.Hook] = []
  var resource: Located<ResourceStyle>?
  var sync: EntitySyncDeclaration?
  var renamedFrom: Located<String>?
  var doc: String?
  /// Whether a part of it could not be read, so that what is not found may be in that part.
  var isIncomplete = false
}

/// What `search` says of an entity.
struct SearchDeclaration: Sendable {
  var columns: Located<[Located<String>]>
  var tokenizer = Schema.Search.Tokenizer.unicode61
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
  var coerces: Located<Bool>?
  var transform: Located<String>?
  var isExported: Located<Bool>?
  var isLocal: Located<Bool>?
  var sync: Located<AttributeSync>?
  var renamedFrom: Located<String>?
  var doc: String?
  /// What it is, where it is a part of a group and has been resolved as that.
  var part: Schema.Attribute?
}

/// One entry of `relationships`.
struct RelationshipDeclaration: Sendable {
  var name: Located<String>
  var type: TypeReference?
  var oneOf: OneOfDeclaration?
  /// What it is a part of, where that leads to one of several entities.
  var choice: ChoiceDeclaration?
  /// Whether what leads to one of several entities must lead to one.
  var isRequired: Located<Bool>?
  var importName: Located<[Located<Schema.ImportPath>]>?
  var foreignKey: Located<[Located<Schema.ImportPath>]>?
  var mergePolicy: Located<Schema.MergePolicy>?
  var inverse: Located<String>?
  var isOrdered: Located<Bool>?
  var deleteRule: Schema.DeleteRule?
  var prune: Located<Schema.Prune>?
  var isExported = true
  var sync: Located<RelationshipSync>?
  var renamedFrom: Located<String>?
  var doc: String?
}

/// What `Discriminator` says of a family.
struct DiscriminatorDeclaration: Sendable {
  /// Where it is said.
  var range: SourceRange
  /// Where an object says what it is; nil for the default.
  var paths: Located<[Located<Schema.ImportPath>]>?
  /// The entities that values stand for; nil where the values are their names.
  var values: [ValueDeclaration]?
}

/// What `oneOf` and the `Discriminator` beside it say of a mixed collection.
struct OneOfDeclaration: Sendable {
  /// Where `oneOf` is said.
  var range: SourceRange
  /// The entities that values stand for.
  var values: [ValueDeclaration]
  /// Where an object says what it is; nil for the default.
  var paths: Located<[Located<Schema.ImportPath>]>?
}

/// A to-one relationship to one of several entities.
struct ChoiceDeclaration: Sendable {
  var name: Located<String>
  var oneOf: OneOfDeclaration
  /// Whether the relationship that has it is the first of those that it is made of.
  var isFirst: Bool
}

/// One value of a discriminator with its entity.
struct ValueDeclaration: Sendable {
  var value: Located<String>
  var entity: Located<String>
}
