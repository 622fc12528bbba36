package import Rowsmith
import RowsmithModel
import RowsmithSchema

/// Widens the text of a model where documents contradict it.
package struct ModelWidening {
  /// The beginning of a comment at the top of a model that may be widened. Removing it fixes the model as written.
  package static let sign = "Made from samples"

  /// The current model, in YAML.
  package internal(set) var text: String
  /// What was widened, and why: `Issue.body is now optional (null at $[3].body)`.
  package var notes: [String] { steps.map(\.note) }
  /// What could not be widened, and what that means.
  package private(set) var remarks: [String] = []
  /// The name of the model's file in messages.
  let path: String
  private let types: SeenTypes
  private let isTable: Bool
  private var steps: [Step] = []

  /// One change that widened the model.
  private struct Step {
    var change: WideningChange
    var reason: String
    /// Whether a `Decimal` was chosen over a `Double` because the samples have more digits.
    var keepsDigits = false

    var place: WideningPlace { change.place }
    var note: String { "\(place.label) \(change.words) (\(reason))" }
    var isDouble: Bool { change.type == "Double" || change.type == "[Double]" }
  }

  /// - Parameters:
  ///   - types: the types in the documents, if known.
  ///   - isTable: whether the documents have only text.
  package init(text: String, path: String, types: SeenTypes = SeenTypes(), isTable: Bool = false) {
    self.text = text
    self.path = path
    self.types = types
    self.isTable = isTable
  }

  /// The current model, without notes and remarks.
  package var kept: ModelWidening {
    ModelWidening(text: text, path: path, types: types, isTable: isTable)
  }

  /// Whether the model may be widened: the sign is still among its first comments.
  package var isAllowed: Bool {
    for line in text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
      guard line.hasPrefix("#") else { return false }
      if line.dropFirst().drop(while: { $0 == " " }).hasPrefix(Self.sign) { return true }
    }
    return false
  }

  /// Widens the model where errors show that a document contradicts it.
  ///
  /// - Returns: whether anything has changed.
  package mutating func widen(_ errors: [ImportError]) -> Bool {
    var isWider = false
    // An error about the former type may not apply to the new one.
    var retyped: Set<String> = []
    for error in errors {
      guard let change = change(for: error), change.type == nil || !retyped.contains(change.place.label),
        apply(change)
      else { continue }
      isWider = true
      if change.type != nil { retyped.insert(change.place.label) }
      let found = error.contradiction.map { $0.found == .nothing ? "missing" : $0.excerpt } ?? ""
      steps.append(Step(change: change, reason: "\(found) at \(error.path ?? "$")"))
    }
    return isWider
  }

  /// Changes `Double` to `Decimal` where the documents have numbers that a `Double` would round, which is not an error.
  ///
  /// - Returns: whether anything has changed.
  package mutating func keepDigits() -> Bool {
    guard isAllowed, let schema = compiled(text)?.schema else { return false }
    for place in Self.places(in: schema) {
      guard let attribute = place.attribute, [.scalar(.double), .array(.double)].contains(attribute.type),
        types.type(at: attribute.importPaths, of: place.owner) == "Decimal"
      else { continue }
      let isList = attribute.type == .array(.double)
      let change = WideningChange(
        place: place, type: isList ? "[Decimal]" : "Decimal", former: isList ? "[Double]" : "Double")
      guard apply(change) else { continue }
      steps.append(Step(change: change, reason: "a Double would not keep all digits", keepsDigits: true))
    }
    return steps.contains(where: \.keepsDigits)
  }

  /// Changes `Date` and `[Date]` to `JSON` where the documents have numbers that are no times, such as years, which
  /// is not an error: any number counts as seconds.
  ///
  /// - Returns: whether anything has changed.
  package mutating func keepNumbers() -> Bool {
    guard isAllowed, let schema = compiled(text)?.schema else { return false }
    let graph = SchemaGraph(schema)
    var isChanged = false
    for place in Self.places(in: schema) {
      guard let attribute = place.attribute, attribute.isDateAsText,
        types.hasNumbers(at: attribute.importPaths, of: place.owner),
        graph.root(of: place.owner)?.primaryKey.contains(place.name) != true
      else { continue }
      let former = attribute.type == .array(.date) ? "[Date]" : "Date"
      let change = WideningChange(place: place, type: "JSON", former: former)
      guard apply(change) else { continue }
      steps.append(Step(change: change, reason: "a Date would take a number for seconds"))
      isChanged = true
    }
    return isChanged
  }

  /// The attributes of a model.
  private static func places(in schema: Schema) -> [WideningPlace] {
    schema.entities.flatMap { places($0.attributes, of: $0.name, ["entities", $0.name, "attributes"]) }
      + schema.valueTypes.flatMap { places($0.attributes, of: $0.name, ["values", $0.name]) }
  }

  private static func places(_ attributes: [Schema.Attribute], of owner: String, _ section: [String])
    -> [WideningPlace]
  {
    attributes.map {
      WideningPlace(owner: owner, name: $0.name, keys: section + [$0.name], attribute: $0)
    }
  }

  /// Revises number types if the rows of a database cannot be converted: `Decimal` for a new `Double`, which would round them;
  /// `Double` again for a `Decimal` that was chosen for its digits.
  ///
  /// - Parameter subjects: what a migration would lose, such as `Issue.size`. If none of them is a number whose type was
  ///   chosen here, all such numbers are changed: the doubles or, if there are none, the decimals.
  /// - Returns: whether anything has changed.
  package mutating func avoidLosses(of subjects: Set<String>) -> Bool {
    let chosen = steps.indices.filter { steps[$0].isDouble || steps[$0].keepsDigits }
    var avoided = chosen.filter { subjects.contains(steps[$0].place.label) }
    if avoided.isEmpty { avoided = chosen.filter { steps[$0].isDouble } }
    if avoided.isEmpty { avoided = chosen }
    var model = ModelText(text, path: path)
    for index in avoided.reversed() {
      let step = steps[index]
      if step.isDouble {
        guard model.retype(step.place.keys, { $0.replacing("Double", with: "Decimal") }) else { continue }
        steps[index].change.type = step.change.type?.replacing("Double", with: "Decimal")
      } else {
        guard model.retype(step.place.keys, { $0.replacing("Decimal", with: "Double") }) else { continue }
        steps.remove(at: index)
        remarks.append(
          "\(step.place.label) is still \(step.change.former), which does not keep all digits of the documents: "
            + "the database has numbers that no Decimal holds")
      }
    }
    defer { text = model.text }
    return text != model.text
  }

  /// The edit that would make an error's document valid: `'body: String?' in Issue`; `nil` if there is none.
  package func edit(for error: ImportError) -> String? {
    guard let change = change(for: error), let schema = compiled(text)?.schema else { return nil }
    var model = ModelText(text, path: path)
    var written = ""
    let isWritten = model.retype(change.place.keys, without: change.settings) { type in
      written = change.changed(type)
      return written
    }
    guard isWritten, let wider = compiled(model.text)?.schema, wider != schema else { return nil }
    return "'\(change.place.name): \(ModelText.spelled(written))' in \(change.place.owner)"
  }

  private func change(for error: ImportError) -> WideningChange? {
    guard let contradiction = error.contradiction, let schema = compiled(text)?.schema,
      let place = WideningPlace.find(error, in: SchemaGraph(schema))
    else { return nil }
    let isMissing = contradiction.found == .nothing || contradiction.found == .null
    if isMissing, !contradiction.isItem { return WideningChange(place: place, type: nil, former: "") }
    guard let attribute = place.attribute else { return nil }
    let wider = WiderType(
      attribute: attribute, contradiction: contradiction,
      seen: types.type(at: attribute.importPaths, of: place.owner), isTable: isTable)
    guard let name = wider.name else { return nil }
    var former = ""
    var model = ModelText(text, path: path)
    _ = model.retype(place.keys) { type in
      former = type.hasSuffix("?") ? String(type.dropLast()) : type
      return type
    }
    return former == name ? nil : WideningChange(place: place, type: name, former: former)
  }

  /// Changes the text if the result is a valid model with a different schema.
  private mutating func apply(_ change: WideningChange) -> Bool {
    var model = ModelText(text, path: path)
    guard model.retype(change.place.keys, without: change.settings, change.changed),
      let before = compiled(text), let after = compiled(model.text), let schema = after.schema,
      schema != before.schema, after.diagnostics.count <= before.diagnostics.count
    else { return false }
    text = model.text
    return true
  }

  /// The schema of a text of this model, and its diagnostics.
  func compiled(_ text: String) -> CompiledModel? {
    ModelCompiler.compile(
      [ModelSource(path: path, text: text)], name: ModelCompiler.name(ofModelAt: path))
  }
}
