import Foundation

/// Translates an SQLite database into a draft.
enum DatabaseReader {
  static func draft(at path: String) throws(DescriptionError) -> ModelDraft {
    let database = try ForeignDatabase(path: path)
    let catalog = try DatabaseCatalog(database)
    if catalog.isOwn {
      do {
        return try StoredModel.draft(of: database)
      } catch {
        guard !catalog.tables.isEmpty else { throw error }
        // Without the model, the tables are the next best source.
        var draft = translated(catalog, path)
        draft.notes.insert(
          DraftNote("_rowsmith_meta", "\(error.message); this is made from the tables"), at: 0)
        return draft
      }
    }
    guard !catalog.tables.isEmpty else { throw DescriptionError(path, "the database has no tables") }
    return translated(catalog, path)
  }

  private static func translated(_ catalog: DatabaseCatalog, _ path: String) -> ModelDraft {
    var translator = DatabaseTranslator(catalog)
    var draft = translator.draft()
    draft.comments = [
      "From the database '\((path as NSString).lastPathComponent)'. Keys in JSON are assumed to be the column names."
    ]
    draft.notes = catalog.others + translator.notes
    return draft
  }
}
