import RowsmithSchema

/// A property of a record.
enum RecordProperty: Equatable {
  /// An attribute.
  case attribute(Schema.Attribute)
  /// A value of several parts.
  case group(Schema.Group)
  /// A to-one relationship.
  case reference(Schema.Relationship)
  /// A to-one relationship to one of several entities.
  case choice(RecordChoice)

  /// Its name in the model.
  var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .group(let group): group.name
    case .reference(let relationship): relationship.name
    case .choice(let choice): choice.name
    }
  }

  /// The documentation in the model.
  var doc: String? {
    switch self {
    case .attribute(let attribute): attribute.doc
    case .group(let group): group.doc
    case .reference(let relationship): relationship.doc
    case .choice(let choice): choice.parts.first?.doc
    }
  }

  /// The import paths of the value.
  var importPaths: [Schema.ImportPath] {
    switch self {
    case .attribute(let attribute): attribute.importPaths
    case .group(let group): group.importPaths
    case .reference(let relationship): relationship.importPaths
    case .choice(let choice): choice.parts.first?.importPaths ?? []
    }
  }
}
