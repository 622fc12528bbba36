extension Renderer {
  func write(_ declaration: Declaration, to writer: inout SourceWriter) {
    switch declaration {
    case .type(let type): write(type, to: &writer)
    case .property(let property): write(property, to: &writer)
    case .function(let function): write(function, to: &writer)
    case .alias(let alias):
      writer.writeDocumentation(alias.doc)
      writer.write("\(modifier(.exported))typealias \(alias.name) = \(alias.type)")
    case .enumCase(let enumCase):
      writer.writeDocumentation(enumCase.doc)
      let payload = enumCase.payload.isEmpty ? "" : "(\(enumCase.payload.joined(separator: ", ")))"
      writer.write("case \(enumCase.name)\(payload)")
    }
  }

  private func write(_ type: TypeDeclaration, to writer: inout SourceWriter) {
    writer.writeDocumentation(type.doc)
    let visibility = type.kind == .extension ? .inherited : type.visibility
    let conformances = type.conformances.isEmpty ? "" : ": \(type.conformances.joined(separator: ", "))"
    // Without `nonisolated`, a module with the main actor as default isolation would isolate these.
    let start = "\(modifier(visibility))nonisolated \(type.kind.rawValue) \(type.name)"
    if "\(start)\(conformances) {".count <= writer.width {
      writer.write("\(start)\(conformances) {")
    } else {
      writeBroken(start, conformances: type.conformances, to: &writer)
    }
    writer.indent { writer in write(members: type.members, to: &writer) }
    writer.write("}")
  }

  /// Writes the beginning of a type whose conformances do not fit on its line.
  private func writeBroken(_ start: String, conformances: [String], to writer: inout SourceWriter) {
    let first = "\(start): \(conformances.first ?? "")"
    if conformances.count == 1 || "\(first),".count > writer.width {
      writer.write("\(start):")
      writer.indent { $0.write(conformances.joined(separator: ", ")) }
    } else {
      writer.write("\(first),")
      writer.indent { $0.write(conformances.dropFirst().joined(separator: ", ")) }
    }
    writer.write("{")
  }

  /// Writes members with an empty line between them, except between short ones of the same kind.
  func write(members: [Declaration], to writer: inout SourceWriter) {
    var previous: Declaration?
    for member in members {
      if let previous, !(previous.isListed(with: member) && isShort(previous) && isShort(member)) {
        writer.write("")
      }
      write(member, to: &writer)
      previous = member
    }
  }

  /// Whether the declaration takes one line besides its comment. Of properties with a comment, only stored variables count.
  private func isShort(_ declaration: Declaration) -> Bool {
    switch declaration {
    case .enumCase, .alias: return true
    case .type, .function: return false
    case .property(let property):
      if property.value == .stored { return true }
      guard property.doc.isEmpty else { return false }
      var writer = SourceWriter()
      write(property, to: &writer)
      return writer.lines.count == 1
    }
  }

  private func write(_ property: PropertyDeclaration, to writer: inout SourceWriter) {
    writer.writeDocumentation(property.doc)
    for attribute in property.attributes { writer.write(attribute) }
    let prefix = modifier(property.visibility) + (property.isStatic ? "static " : "")
    let typed = "\(property.name): \(property.type)"
    switch property.value {
    case .stored: writer.write("\(prefix)var \(typed)")
    case .constant: writer.write("\(prefix)let \(typed)")
    case .initialized(let value): writer.write("\(prefix)let \(property.name) = ", value)
    case .computed(let statements):
      if case .expression(let value)? = statements.first, statements.count == 1,
        "\(prefix)var \(typed) { \(value.line) }".count + value.reserve <= writer.width
      {
        writer.write("\(prefix)var \(typed) { \(value.line) }")
      } else {
        writeStart(of: property, prefix: prefix, to: &writer)
        write(statements, to: &writer)
        writer.write("}")
      }
    }
  }

  /// Writes the beginning of a computed property. If it does not fit on one line, the type and the brace get their own lines.
  private func writeStart(of property: PropertyDeclaration, prefix: String, to writer: inout SourceWriter) {
    let line = "\(prefix)var \(property.name): \(property.type) {"
    guard line.count > writer.width else { return writer.write(line) }
    writer.write("\(prefix)var \(property.name):")
    writer.indent { $0.write(property.type) }
    writer.write("{")
  }

  func modifier(_ visibility: Visibility) -> String {
    switch (visibility, access) {
    case (.private, _): "private "
    case (.exported, .public): "public "
    case (.exported, .package): "package "
    case (.exported, .internal), (.inherited, _): ""
    }
  }
}

extension Declaration {
  /// Whether the two are of the same kind of list, such as the stored properties of a structure.
  fileprivate func isListed(with other: Declaration) -> Bool {
    switch (self, other) {
    case (.enumCase, .enumCase), (.alias, .alias): true
    case (.property(let one), .property(let other)):
      one.isStatic == other.isStatic && (one.value == .stored) == (other.value == .stored)
    default: false
    }
  }
}
