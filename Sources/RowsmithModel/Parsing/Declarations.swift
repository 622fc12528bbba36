import RowsmithSchema

/// The declarations of a model's files, before names are looked up.
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
  /// Whether there is a section `routes`, even an empty one.
  var hasRoutes = false
  /// Whether a part of the model could not be read. An unknown name may be declared there.
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
  /// Whether it could not be read completely. An unknown member may be declared there.
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
    /// The type; if it is mixed, an array of the first entity.
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
  /// The attributes that are values of several parts. They are replaced in `attributes` by their parts, once these are known.
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
  /// Whether a part of it could not be read. An unknown member may be declared there.
  var isIncomplete = false
}

/// The `search` setting of an entity.
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
  /// The resolved attribute, if it is a part of a value group.
  var part: Schema.Attribute?
  /// Whether `ImportName` says where the part is read, on its member or on a value around it.
  var isNamedPart = false
}

/// One entry of `relationships`.
struct RelationshipDeclaration: Sendable {
  var name: Located<String>
  var type: TypeReference?
  var oneOf: OneOfDeclaration?
  /// The choice that it is a part of, if it leads to one of several entities.
  var choice: ChoiceDeclaration?
  /// Whether a relationship to one of several entities must have a target.
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

/// The `Discriminator` setting of a family.
struct DiscriminatorDeclaration: Sendable {
  /// The place of the setting.
  var range: SourceRange
  /// The paths of the discriminator in an object; `nil` for the default.
  var paths: Located<[Located<Schema.ImportPath>]>?
  /// The entities by discriminator value; `nil` if the values are the entities' names.
  var values: [ValueDeclaration]?
}

/// The `oneOf` setting of a mixed collection, with the `Discriminator` beside it.
struct OneOfDeclaration: Sendable {
  /// The place of `oneOf`.
  var range: SourceRange
  /// The entities by discriminator value.
  var values: [ValueDeclaration]
  /// The paths of the discriminator in an object; `nil` for the default.
  var paths: Located<[Located<Schema.ImportPath>]>?
}

/// A to-one relationship to one of several entities.
struct ChoiceDeclaration: Sendable {
  var name: Located<String>
  var oneOf: OneOfDeclaration
  /// Whether the owning relationship is the first of those that the choice is made of.
  var isFirst: Bool
  /// The name of the choice in an earlier version of the model.
  var renamedFrom: Located<String>?
}

/// A discriminator value with its entity.
struct ValueDeclaration: Sendable {
  var value: Located<String>
  /// Whether it is written without quotes, as a number or a truth value.
  var isBare = false
  var entity: Located<String>
}
