import RowsmithSchema

/// A model with the same tables as a store's own that imports JSON differently, for example with other policies. It is
/// created once and used for many imports.
package final class ImportModel: Sendable {
  private let model: StoredModel

  /// Creates it; `nil` if the schema has other tables.
  init?(_ schema: Schema, in place: StoredModel) {
    let model = StoredModel(schema, customizations: place.customizations)
    if model.layout != place.layout { return nil }
    self.model = model
  }

  func mapping() throws -> Mapping { try model.mapping() }
}
