package import RowsmithSchema

/// A model that has the tables of a store's own, but brings JSON into them in another way: with other policies, for
/// instance. It is made once and used for many imports.
package final class ImportModel: Sendable {
  private let model: StoredModel

  /// Creates it; nil where the schema has other tables than the store.
  package init?(_ schema: Schema, for store: Store) {
    let model = StoredModel(schema, customizations: store.model.customizations)
    if model.layout != store.model.layout { return nil }
    self.model = model
  }

  func mapping() throws -> Mapping { try model.mapping() }
}
