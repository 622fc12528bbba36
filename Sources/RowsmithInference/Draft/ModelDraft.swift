package import RowsmithModel

/// A model that is being made from what people have: samples, a description of an API, a Core Data model, a database.
///
/// Readers fill it in; rendering makes YAML of it. Everything is in the order in which it is to be written.
package struct ModelDraft: Sendable, Equatable {
  /// Lines at the top of the file, without `#`.
  package var comments: [String] = []
  /// How JSON keys are spelled. Names whose key follows from it are written without `ImportName`.
  package var casing: Casing = .snakeCase
  /// The format of dates that say nothing else.
  package var dateFormat: String?
  /// What relationships do that say nothing else. A draft never says `Replace` unless told.
  package var mergePolicy = "Merge"
  package var enums: [EnumDraft] = []
  package var values: [ValueGroupDraft] = []
  package var entities: [EntityDraft] = []
  package var documents: [DocumentDraft] = []
  /// What goes under `history`; nil where a database is to keep none.
  package var history: YAMLDraft?
  /// What goes under `api` and `routes`, as it is to be written.
  package var api: [YAMLEntryDraft] = []
  package var routes: [YAMLEntryDraft] = []
  /// What could not be carried over, with its place.
  package var notes: [DraftNote] = []

  package init() {}
}

/// Something that a draft does not say, and where it stood.
package struct DraftNote: Sendable, Equatable {
  /// Where it stood: `#/components/schemas/Pet/not`, `Model.xcdatamodel: entity Pet`, `pets.owner_name`.
  package var place: String
  /// What was not carried over, and what to do.
  package var message: String

  package init(_ place: String, _ message: String) {
    self.place = place
    self.message = message
  }
}
