package import RowsmithModel

/// A model under construction, from samples, an API description, a Core Data model or a database.
///
/// Readers fill it in; rendering turns it into YAML. Everything is in the order in which it is written.
package struct ModelDraft: Sendable, Equatable {
  /// Lines at the top of the file, without `#`.
  package var comments: [String] = []
  /// The casing of JSON keys. A name whose key follows from it is written without `ImportName`.
  package var casing: Casing = .snakeCase
  /// The default date format.
  package var dateFormat: String?
  /// The default merge policy of relationships. It is `Replace` only if a reader sets it.
  package var mergePolicy = "Merge"
  /// Other entries of `defaults`.
  package var otherDefaults: [YAMLEntryDraft] = []
  package var enums: [EnumDraft] = []
  package var values: [ValueGroupDraft] = []
  package var entities: [EntityDraft] = []
  package var documents: [DocumentDraft] = []
  /// The value of `history`; `nil` if the database keeps none.
  package var history: YAMLDraft?
  /// The entries of `api` and `routes`, in the order to write them.
  package var api: [YAMLEntryDraft] = []
  package var routes: [YAMLEntryDraft] = []
  /// What could not be carried over, with its place.
  package var notes: [DraftNote] = []

  package init() {}
}

/// Something that a draft leaves out, and its place in the source.
package struct DraftNote: Sendable, Equatable {
  /// The place in the source: `#/components/schemas/Pet/not`, `Model.xcdatamodel: entity Pet`, `pets.owner_name`.
  package var place: String
  /// What was left out, and what to do about it.
  package var message: String

  package init(_ place: String, _ message: String) {
    self.place = place
    self.message = message
  }
}
