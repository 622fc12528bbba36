import Rowsmith

extension ImportTarget {
  /// The entities that the target names.
  var names: [String] {
    switch self {
    case .entity(let name), .keyed(let name): [name]
    case .document: []
    case .relationship(let parent, _, _): [parent]
    }
  }

  var text: String {
    switch self {
    case .entity(let name): name
    case .keyed(let name): "{\(name)}"
    case .document(let name): "document \(name)"
    case .relationship(let parent, let key, let name):
      "\(parent)(\(key.map(\.cell).joined(separator: ", "))).\(name)"
    }
  }
}

extension Trial: CustomStringConvertible {
  /// The trial as one reads it: the model in short, then a line per import.
  var description: String {
    let entities = schema.entities.map(\.text).joined(separator: "\n")
    let documents = schema.documents.flatMap(\.members).map {
      "  \($0.path.joined(separator: ".")): \($0.oneOf?.text ?? $0.entity) \($0.shape)"
    }
    let imports = steps.map { step in
      var flags = step.policy.map { " policy:\($0)" } ?? ""
      if step.skips { flags += " skip" }
      if step.repeats { flags += " twice" }
      if step.isDryRun { flags += " dry" }
      if step.isLarge { flags += " large" }
      if let order = step.order { flags += " order:\(order)" }
      for (table, column) in step.presets.sorted(by: { $0.key < $1.key }) {
        flags += " set:\(table).\(column)"
      }
      return "import \(step.target.text)\(flags): \(step.text)"
    }
    let isNeeded = steps.contains { if case .document = $0.target { true } else { false } }
    return ([entities] + (isNeeded ? ["document"] + documents : []) + imports).joined(separator: "\n")
  }
}

extension Schema.Entity {
  fileprivate var text: String {
    var lines = ["\(name)\(parent.map { ": \($0)" } ?? "") key[\(primaryKey.joined(separator: ","))]"]
    if !discriminator.isEmpty { lines[0] += " by \(discriminator)" }
    if !discriminatorValues.isEmpty {
      lines[0] += " as \(discriminatorValues.map { "\($0.name)=\($0.entity)" }.joined(separator: ","))"
    }
    for sign in deletedWhen {
      lines[0] +=
        " deletedWhen \(sign.path.joined(separator: "."))\(sign.values.isEmpty ? "" : "=\(sign.values.map(\.cell))")"
    }
    if let modificationAttribute { lines[0] += " modified:\(modificationAttribute)" }
    for attribute in attributes {
      var line = "  \(attribute.name): \(attribute.type.text)\(attribute.isOptional ? "?" : "")"
      if attribute.importPaths != [.key(attribute.name)] { line += " <- \(attribute.importPaths)" }
      if attribute.isUnique { line += " unique" }
      if attribute.isLocal { line += " local" }
      if let value = attribute.defaultValue { line += " = \(value.cell)" }
      lines.append(line)
    }
    lines += relationships.map(\.text)
    return lines.joined(separator: "\n")
  }
}

extension Schema.AttributeType {
  fileprivate var text: String { if case .scalar(let scalar) = self { "\(scalar)" } else { "\(self)" } }
}

extension Schema.Relationship {
  fileprivate var text: String {
    let many = cardinality == .toMany
    var line =
      "  \(name) → \(many ? (isKeyed ? "{\(target)}" : "[\(target)]") : target)\(isOptional ? "" : "!")"
    line += " \(mergePolicy)"
    if mergePolicy == .mergeAndPrune { line += "/\(prune)" }
    if let oneOf { line += " oneOf \(oneOf.text)" }
    if let inverse { line += " inverse:\(inverse)" }
    if isOrdered { line += " ordered" }
    if deleteRule != .nullify { line += " \(deleteRule)" }
    if importPaths != [.key(name)] { line += " <- \(importPaths)" }
    if !foreignKeyPaths.isEmpty { line += " fk\(foreignKeyPaths)" }
    return line
  }
}

extension Schema.OneOf {
  fileprivate var text: String {
    "\(values.map { "\($0.name)=\($0.entity)" }.joined(separator: "|")) by \(discriminator)"
  }
}
