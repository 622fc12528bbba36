import Rowsmith
import RowsmithInference
import Testing

extension ModelDraft {
  /// The draft of samples, which must pass the check of models without a word.
  ///
  /// - Parameters:
  ///   - name: what the samples are called.
  ///   - entity: what their records are called, where a person says it.
  static func of(
    _ samples: String..., named name: String = "things", entity: String? = nil, areTables: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) throws -> ModelDraft {
    var options = Inference.Options()
    options.name = name
    options.entity = entity
    options.areTables = areTables
    let draft = try Inference.infer(samples.map { .string($0) }, options).draft
    Facts.expectSound(draft, at: location)
    return draft
  }

  /// The draft of things that each have an `id` and one of these values.
  static func of(
    values: [String], named name: String = "value", areTables: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) throws -> ModelDraft {
    let things = values.enumerated().map { #"{"id": "t\#($0.offset)", "\#(name)": \#($0.element)}"# }
    return try of("[\(things.joined(separator: ","))]", areTables: areTables, at: location)
  }

  /// What the only other member says of things that each have an `id` and one of these values.
  static func type(
    of values: [String], named name: String = "value", areTables: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let draft = try of(values: values, named: name, areTables: areTables, at: location)
    let thing = try #require(draft.entities.first)
    let member = try #require((thing.attributes + thing.relationships).last)
    let line = try #require(draft.line(thing.name, member.name))
    return String(line.dropFirst(member.name.count + 2))
  }
}
