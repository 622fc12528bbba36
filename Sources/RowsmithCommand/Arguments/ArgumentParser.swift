/// Parses arguments by the declarations of a command.
///
/// Options and operands come in any order. `--name value` and `--name=value` are the same. Everything after `--` is an
/// operand, and so is `-`. A request for help wins over any error.
struct ArgumentParser {
  private let command: Command

  init(_ command: Command) { self.command = command }

  /// The arguments; `nil` if help is requested.
  func parse(_ arguments: some Sequence<String>) throws(UsageError) -> ParsedArguments? {
    var parsed = ParsedArguments()
    var rest = Array(arguments)[...]
    do {
      while let argument = rest.popFirst() {
        if argument == "--" {
          parsed.operands += rest
          break
        }
        if ArgumentParser.isHelp(argument) { return nil }
        if argument.hasPrefix("-"), argument != "-" {
          try take(argument, &rest, &parsed)
        } else {
          parsed.operands.append(argument)
        }
      }
    } catch {
      if rest.prefix(while: { $0 != "--" }).contains(where: ArgumentParser.isHelp) { return nil }
      throw error
    }
    try check(parsed)
    return parsed
  }

  /// Whether an argument requests help.
  static func isHelp(_ argument: String) -> Bool { argument == "--help" || argument == "-h" }

  private func take(
    _ argument: String, _ rest: inout ArraySlice<String>, _ parsed: inout ParsedArguments
  ) throws(UsageError) {
    let parts = KeySyntax.assignment(argument)
    let spelling = parts[0]
    guard let option = command.options.first(where: { "--\($0.name)" == spelling }) else {
      let known = (command.options + [Command.help]).map { "--\($0.name)" }
      throw error("unknown option '\(spelling)'", suggestion: Spelling.nearest(to: spelling, in: known))
    }
    var value = parts.count > 1 ? parts[1] : nil
    if let placeholder = option.placeholder {
      if value == nil {
        guard let next = rest.first, !next.hasPrefix("--") else {
          throw error(
            "\(spelling) needs a value: \(option.spelling)"
              + (placeholder.contains("|")
                ? "" : " (write \(spelling)=… if the value begins with two dashes)"))
        }
        value = next
        rest.removeFirst()
      }
    } else if value != nil {
      throw error("\(spelling) takes no value")
    }
    if !option.isRepeatable, parsed.values[option.name] != nil { throw error("\(spelling) is given twice") }
    parsed.values[option.name, default: []].append(value ?? "")
  }

  private func check(_ parsed: ParsedArguments) throws(UsageError) {
    if let operands = command.operands {
      let count = operands.isSingle ? "one" : "at least one"
      if parsed.operands.isEmpty, operands.areActions {
        let actions = [operands.placeholder] + operands.others.map(\.placeholder)
        throw error("expected one of \(actions.joined(separator: ", "))")
      }
      if parsed.operands.isEmpty, !operands.isOptional {
        throw error("expected \(count) \(operands.placeholder)")
      }
      if operands.isSingle, parsed.operands.count > 1 {
        throw error("expected one \(operands.placeholder), found another: '\(parsed.operands[1])'")
      }
    } else if let extra = parsed.operands.first {
      throw error("unexpected argument '\(extra)'; rowsmith \(command.name) takes options only")
    }
    for option in command.options where parsed.values[option.name] == nil && option.need == .required {
      throw error("--\(option.name) is missing: \(option.spelling)")
    }
  }

  private func error(_ message: String, suggestion: String? = nil) -> UsageError {
    UsageError(message, suggestion: suggestion, command: command.name)
  }
}
