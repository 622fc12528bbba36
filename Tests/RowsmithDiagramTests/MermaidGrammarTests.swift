import Foundation
import RowsmithDiagram
import Testing

/// The part of Mermaid's grammar for `erDiagram` that is used, line by line.
@Suite struct MermaidGrammarTests {
  private let name = #/(?:[A-Za-z][A-Za-z0-9_]*|"[^"%\\]+")/#
  /// Type, name, marks, comment: the letters of Mermaid's rule for words of an attribute.
  private let column =
    #/    [A-Za-z_\u{C0}-\u{FFFF}][A-Za-z0-9_\[\]()\u{C0}-\u{FFFF}]* [A-Za-z_\u{C0}-\u{FFFF}][A-Za-z0-9_\u{C0}-\u{FFFF}]*(?: (?:PK|FK|UK)(?:, (?:PK|FK|UK))*)?(?: "[^"~%]*")?/#
  private let marks = #/(?:\|o|\|\||}o)--(?:o\||\|\||o{)/#

  private func isEdge(_ line: Substring) -> Bool {
    guard let colon = line.range(of: " : \"") else { return false }
    let words = line[..<colon.lowerBound].split(separator: " ")
    return words.count == 3 && words[0].wholeMatch(of: name) != nil && words[1].wholeMatch(of: marks) != nil
      && words[2].wholeMatch(of: name) != nil && line.hasSuffix("\"")
  }

  @Test(arguments: GoldenTests.models) func `every line is one of the grammar`(model: String) throws {
    let lines = try GoldenTests.diagram(model).mermaid.split(separator: "\n")
    #expect(lines.first == "erDiagram")
    var isOpen = false
    for line in lines.dropFirst() {
      if isOpen {
        if line == "  }" {
          isOpen = false
        } else {
          #expect(line.wholeMatch(of: column) != nil, "\(line)")
        }
      } else if line.hasPrefix("  %% ") {
        #expect(!line.dropFirst(5).contains("%%"))
      } else if line.hasSuffix(" {") {
        #expect(line.dropFirst(2).dropLast(2).wholeMatch(of: name) != nil, "\(line)")
        isOpen = true
      } else {
        #expect(isEdge(line), "\(line)")
      }
    }
    #expect(!isOpen)
  }
}
