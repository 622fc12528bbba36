import Foundation
import RowsmithModel

/// Translates a JSON Schema, drafts 4 to 2020-12, into a draft.
enum JSONSchemaReader {
  static func draft(at path: String, _ value: DescriptionValue) throws(DescriptionError) -> ModelDraft {
    guard value.object != nil else {
      throw DescriptionError(path, "a JSON Schema is an object with keywords")
    }
    let library = SchemaLibrary(path: path, value: value)
    let translator = SchemaTranslator(library)
    let schemas = ["definitions", "$defs"].flatMap { library.root.members($0) }
    let title = Self.title(value, path)
    let root = translator.facts(of: library.root)
    if root.place == library.root.place {
      translator.titles[root.place] = title
      // The root schema has the first claim on its name.
      if root.isObject { translator.named[root.place] = translator.names.type(for: title) }
    }
    translator.name(schemas)
    let reader = AnswerReader(translator)
    var records = reader.records(in: library.root, called: title)
    if records.isEmpty { records = reader.alternatives(in: library.root, called: Singular.of(title)) }
    if records.isEmpty {
      if root.isObject { translator.record(root, called: title) }
      if let items = root.items.map(translator.facts(of:)), items.isObject {
        translator.record(items, called: Singular.of(title))
      }
    }
    for (_, node) in schemas {
      let facts = translator.facts(of: node)
      guard facts.isObject, facts.place == node.place, !translator.key(of: facts).isEmpty else { continue }
      _ = translator.entity(facts, called: title)
    }
    translator.describe()
    var draft = translator.draft()
    let index = EntityIndex(draft)
    var paths: Set<String> = []
    let members = records.filter {
      !$0.path.isEmpty && (!$0.isKeyed || index.hasKey($0.entity)) && paths.insert($0.path).inserted
    }
    if !members.isEmpty {
      let entries = members.map { YAMLEntryDraft($0.path, .plain($0.type)) }
      draft.documents = [DocumentDraft(name: DraftNames.memberName(title), members: entries)]
      for property in root.properties {
        let key = ImportName.escaped(property.key)
        if members.contains(where: { $0.path == key || $0.path.hasPrefix("\(key).") }) { continue }
        library.note(property.schema.place, "belongs to no record; values outside of records are not read")
      }
    }
    guard !draft.entities.isEmpty else {
      throw DescriptionError(
        path, "the schema describes no object whose keys are known, so there is no entity to make")
    }
    draft.comments = ["From the JSON Schema '\(value["title"]?.text?.firstSentence ?? title)'."]
    draft.notes = library.notes
    return draft
  }

  private static func title(_ value: DescriptionValue, _ path: String) -> String {
    if let title = value["title"]?.text, title.contains(where: \.isLetter), title.count < 60 {
      return SwiftNames.type(for: title)
    }
    let file = (path as NSString).lastPathComponent
    return SwiftNames.type(for: String(file.prefix { $0 != "." }))
  }
}
