import Testing

@testable import RowsmithCommand

@Suite struct CommandReferenceTests {
  private let page: Page

  init() throws { page = try Page("Sources/Rowsmith/Rowsmith.docc/CommandLine.md") }

  @Test func `every command has a section with its options and no others`() throws {
    for command in Program.commands {
      let section = try #require(
        page.sections.first { $0.title.hasPrefix("`rowsmith \(command.name)") }, "\(command.name)")
      for option in command.options {
        let spelling = option.spelling.split(separator: "|").joined(separator: "\\|")
        #expect(section.text.contains("| `\(spelling)`"), "\(command.name) \(spelling)")
      }
      let described = section.text.split(separator: "\n").filter { $0.hasPrefix("| `--") }.count
      #expect(described == command.options.count, "\(command.name)")
    }
  }

  @Test func `every section is a command`() {
    for section in page.sections where section.title.hasPrefix("`rowsmith ") {
      #expect(
        Program.commands.contains { section.title.hasPrefix("`rowsmith \($0.name)") }, "\(section.title)")
    }
  }
}
