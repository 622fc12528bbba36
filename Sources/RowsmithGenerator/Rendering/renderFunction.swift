extension Renderer {
  func write(_ function: FunctionDeclaration, to writer: inout SourceWriter) {
    writer.writeDocumentation(function.doc)
    for attribute in function.attributes { writer.write(attribute) }
    let start = "\(modifier(function.visibility))\(function.name)("
    let parameters = function.parameters.map { parameter in
      "\(parameter.label): \(parameter.type)" + (parameter.defaultValue.map { " = \($0.line)" } ?? "")
    }
    let end =
      ")" + (function.effects.isEmpty ? "" : " \(function.effects)")
      + (function.body.map { $0.isEmpty ? " {}" : " {" } ?? "")
    let line = start + parameters.joined(separator: ", ") + end
    if parameters.isEmpty || (function.layout == .compact && line.count <= writer.width) {
      writer.write(line)
    } else {
      writer.write(start)
      writer.indent { writer in
        for (index, parameter) in parameters.enumerated() {
          writer.write(parameter + (index == parameters.count - 1 ? "" : ","))
        }
      }
      writer.write(end)
    }
    guard let body = function.body, !body.isEmpty else { return }
    write(body, to: &writer)
    writer.write("}")
  }

  func write(_ statements: [Statement], to writer: inout SourceWriter) {
    writer.indent { writer in
      for statement in statements { write(statement, to: &writer) }
    }
  }

  private func write(_ statement: Statement, to writer: inout SourceWriter) {
    switch statement {
    case .expression(let expression): writer.write("", expression)
    case .assignment(let target, let value): writer.write("\(target) = ", value)
    case .equal(let values): write(equal: values.map { ("one.\($0)", "other.\($0)") }, to: &writer)
    case .switch(let subject, let cases):
      writer.write("switch \(subject) {")
      for branch in cases {
        let line = "\(branch.pattern): \(branch.body)"
        if line.count <= writer.width {
          writer.write(line)
        } else {
          writer.write("\(branch.pattern):")
          writer.indent { $0.write(branch.body) }
        }
      }
      writer.write("}")
    }
  }

  /// Writes a statement for each comparison. A single `guard` with all of them takes the compiler a seventh longer.
  private func write(equal values: [(one: String, other: String)], to writer: inout SourceWriter) {
    for value in values {
      let line = "if differ(\(value.one), \(value.other)) { return false }"
      if line.count <= writer.width {
        writer.write(line)
      } else {
        writer.write("if differ(")
        writer.indent {
          $0.write("\(value.one),")
          $0.write(value.other)
        }
        writer.write(") {")
        writer.indent { $0.write("return false") }
        writer.write("}")
      }
    }
    writer.write("return true")
  }
}
