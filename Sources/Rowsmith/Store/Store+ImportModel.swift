package import RowsmithSchema

extension Store {
  /// A model for imports that has the store's tables; nil where the schema has others.
  package func importModel(_ schema: Schema) -> ImportModel? { ImportModel(schema, in: model) }
}
