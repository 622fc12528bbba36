package import RowsmithSchema

extension Store {
  /// A model for imports with the same tables as the store; `nil` if the schema has other tables.
  package func importModel(_ schema: Schema) -> ImportModel? { ImportModel(schema, in: model) }
}
