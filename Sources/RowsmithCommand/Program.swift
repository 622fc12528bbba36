import Rowsmith
import RowsmithGeneration

/// The command line as a whole: finds the command, runs it, and turns what it throws into text and status.
struct Program {
  /// Every command, in the order in which the help lists them.
  static let commands: [Command] = [.check, .generate, .import, .export, .migrate, .schema, .diagram]

  func run(_ arguments: [String]) -> ExitStatus {
    StandardStreams.secure()
    let terminal = Terminal()
    do {
      let status = try dispatch(arguments, terminal)
      try terminal.output.flush()
      return status
    } catch let error as UsageError {
      terminal.report(error.description)
      return .wrongUsage
    } catch StreamError.readerIsGone {
      // `rowsmith export … | head` is no failure.
      return .done
    } catch let error as GenerateError {
      terminal.report(error.description)
    } catch is ReportedFailure {
      try? terminal.output.flush()
    } catch {
      terminal.report("error: \(error)")
    }
    return .failed
  }

  private func dispatch(_ arguments: [String], _ terminal: Terminal) throws -> ExitStatus {
    guard let first = arguments.first else {
      throw UsageError("expected a command\n\(Program.usage)", command: nil)
    }
    switch first {
    case "--help", "-h", "help":
      if first == "help", let name = arguments.dropFirst().first {
        try terminal.output.write(HelpText(try Program.command(name)).text)
      } else {
        try terminal.output.write(Program.help)
      }
      return .done
    case "--version":
      try terminal.output.write("rowsmith \(Version.current)\n")
      return .done
    default: break
    }
    let command = try Program.command(first)
    guard let parsed = try ArgumentParser(command).parse(arguments.dropFirst()) else {
      try terminal.output.write(HelpText(command).text)
      return .done
    }
    return try command.run(parsed, terminal)
  }

  private static func command(_ name: String) throws(UsageError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let kind = name.hasPrefix("-") ? "option" : "command"
    let known = kind == "command" ? commands.map(\.name) + ["help"] : ["--help", "--version"]
    throw UsageError(
      "unknown \(kind) '\(name)'", suggestion: Spelling.nearest(to: name, in: known), command: nil)
  }

  private static var usage: String { "usage: rowsmith COMMAND …" }

  /// The help of the program.
  static var help: String {
    let width = commands.map(\.name.count).max() ?? 0
    let list = commands.map { command in
      "  \(command.name.padded(to: width))  \(command.summary)\n"
    }
    return """
      Rowsmith turns JSON into the rows of an SQLite database, as a model in YAML says.

      \(usage)

      \(list.joined())
      `rowsmith COMMAND --help` says more of a command; `rowsmith --version` prints the version.
      Exit status: 0 done, 1 the input or the model is at fault, 2 wrong usage.

      """
  }
}

/// Ends a command that has said already what is wrong.
struct ReportedFailure: Error {}
