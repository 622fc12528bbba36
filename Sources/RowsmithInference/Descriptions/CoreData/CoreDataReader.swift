import Foundation

/// Translates a Core Data model into a draft.
enum CoreDataReader {
  static func draft(at path: String) throws(DescriptionError) -> ModelDraft {
    let found = try CoreDataFolder.contents(of: path)
    let model = try CoreDataXML.model(at: found.file)
    guard !model.entities.isEmpty else { throw DescriptionError(found.file, "the model has no entity") }
    var translator = CoreDataTranslator(model)
    var draft = translator.draft()
    draft.comments = ["From the Core Data model '\(name(path))'."]
    draft.notes = (found.note.map { [$0] } ?? []) + translator.notes
    return draft
  }

  /// The name of the model, from its outermost folder.
  private static func name(_ path: String) -> String {
    let url = URL(fileURLWithPath: path)
    let last =
      url.lastPathComponent == "contents"
      ? url.deletingLastPathComponent().lastPathComponent : url.lastPathComponent
    return (last as NSString).deletingPathExtension
  }
}
