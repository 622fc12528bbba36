import Rowsmith
import RowsmithGeneration

/// The command line program: finds the command, runs it, and turns its errors into text and exit status.
struct Program {
  /// Every command, in the order of the help.
  static let commands: [Command] = [
    .check, .generate, .infer, .import, .export, .fetch, .send, .queue, .sync, .conflicts, .changes,
    .migrate, .schema, .diagram,
  ]

  func run(_ arguments: [String]) -> ExitStatus {
    StandardStreams.secure()
    StandardInput.widen()
    let terminal = Terminal()
    do {
      let status = try dispatch(arguments, terminal)
      try terminal.output.flush()
      return status
    } catch let error as UsageError {
      terminal.report(lines: error.lines)
      return .wrongUsage
    } catch StreamError.readerIsGone {
      // `rowsmith export … | head` is not a failure.
      return .done
    } catch let interrupted as Interrupted {
      // Output is not flushed: a slow or stopped reader must not block the exit.
      return .interrupted(by: interrupted.signal)
    } catch let error as GenerateError {
      terminal.report(lines: error.lines)
    } catch let error as MigrationError {
      terminal.report(error)
    } catch is ReportedFailure {
      try? terminal.output.flush()
    } catch {
      terminal.report("error: \(error)")
    }
    return .failed
  }

  private func dispatch(_ arguments: [String], _ terminal: Terminal) throws -> ExitStatus {
    guard let first = arguments.first else {
      throw UsageError("expected a command, such as 'rowsmith import'; there are \(Program.commandList)")
    }
    switch first {
    case "--help", "-h", "help":
      if let name = arguments.dropFirst().first, !ArgumentParser.isHelp(name) {
        try terminal.print(HelpText(try Program.command(name)).text)
      } else {
        try terminal.print(Program.help)
      }
      return .done
    case "--version":
      try terminal.print("rowsmith \(Version.current)\n")
      return .done
    default: break
    }
    if first.hasPrefix("-"), let name = arguments.dropFirst().first(where: Program.isCommand) {
      throw UsageError("the command comes first: rowsmith \(name) \(first) …", command: name)
    }
    return try run(try Program.command(first), arguments.dropFirst(), terminal)
  }

  private func run(_ command: Command, _ arguments: ArraySlice<String>, _ terminal: Terminal) throws
    -> ExitStatus
  {
    do {
      guard let parsed = try ArgumentParser(command).parse(arguments) else {
        try terminal.print(HelpText(command).text)
        return .done
      }
      return try command.run(parsed, terminal)
    } catch var error as UsageError {
      // The parser of an option's value does not know the command.
      error.command = command.name
      throw error
    }
  }

  private static func isCommand(_ name: String) -> Bool { commands.contains { $0.name == name } }

  private static func command(_ name: String) throws(UsageError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let kind = name.hasPrefix("-") ? "option" : "command"
    let own = ["--help", "--version"]
    let suggestion = Spelling.nearest(to: name, in: kind == "command" ? commands.map(\.name) + own : own)
    let list = suggestion == nil && kind == "command" ? "; there are \(commandList)" : ""
    throw UsageError("unknown \(kind) '\(name)'\(list)", suggestion: suggestion, command: nil)
  }

  private static var commandList: String { commands.map(\.name).joined(separator: ", ") }

  /// The help of the program.
  static var help: String {
    let width = commands.map(\.name.count).max() ?? 0
    let list = commands.map { command in
      "  \(command.name.padded(to: width))  \(command.summary)\n"
    }
    return """
      Rowsmith turns JSON into the rows of an SQLite database, as a model in YAML says.

      usage: rowsmith COMMAND …

      \(list.joined())
      `rowsmith COMMAND --help` explains a command; `rowsmith --version` prints the version.
      Exit status: 0 done, 1 the input, the model or the server is at fault, 2 wrong usage, 128 plus
      its number for a signal.

      """
  }
}

/// Ends a command after the error has been reported.
struct ReportedFailure: Error {}
