/// A page, cut at its headings.
struct Page {
  struct Section {
    var title: String
    var text: String
  }

  var text: String
  var sections: [Section]

  init(_ path: String) throws {
    text = try Repository.text(of: path)
    sections = []
    var isFenced = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isFenced.toggle() }
      if line.hasPrefix("#"), !isFenced {
        sections.append(Section(title: String(line.drop { $0 == "#" || $0 == " " }), text: ""))
      } else if let last = sections.indices.last {
        sections[last].text += line + "\n"
      }
    }
  }

  /// The text under a heading, up to the next one.
  func section(_ title: String) -> String? { sections.first { $0.title == title }?.text }
}
