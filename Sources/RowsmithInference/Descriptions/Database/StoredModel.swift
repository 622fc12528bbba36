import Foundation
import RowsmithModel
import RowsmithSchema

/// The model that Rowsmith stores in each database that it makes.
enum StoredModel {
  /// The draft of a database's stored model.
  ///
  /// - Throws: ``DescriptionError`` if there is none, or if it is of a later version.
  static func draft(of database: ForeignDatabase) throws(DescriptionError) -> ModelDraft {
    let rows = try database.rows("SELECT value FROM main._rowsmith_meta WHERE key = 'schema'")
    guard let text = rows.first?.first?.text else {
      throw DescriptionError(database.path, "the database does not hold the model that made it")
    }
    guard let schema = try? JSONDecoder().decode(Schema.self, from: Data(text.utf8)) else {
      throw DescriptionError(
        database.path,
        "the model in the database has parts that this version does not know; use the version that made it")
    }
    var draft = SchemaDrafting(schema).draft()
    draft.comments = [
      "The model '\(schema.name)', as the database '\((database.path as NSString).lastPathComponent)' holds it."
    ]
    draft.notes.append(
      DraftNote("_rowsmith_meta", "a database does not hold 'api', 'routes' and 'sync' of its model"))
    let source = ModelSource(path: "model", text: draft.yaml())
    if ModelCompiler.compile([source], name: schema.name).schema != schema {
      draft.notes.append(
        DraftNote("_rowsmith_meta", "not every part of the model could be written exactly; compare them"))
    }
    return draft
  }
}
