import RowsmithSchema

/// A model that has the tables of a store's own, but brings JSON into them in another way: with other policies, for
/// instance. It is made once and used for many imports.
package final class ImportModel: Sendable {
  private let model: StoredModel

  /// Creates it; nil where the schema has other tables.
  init?(_ schema: Schema, in place: StoredModel) {
    let model = StoredModel(schema, customizations: place.customizations)
    if model.layout != place.layout { return nil }
    self.model = model
  }

  func mapping() throws -> Mapping { try model.mapping() }
}
