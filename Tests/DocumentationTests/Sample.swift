import Foundation
import Rowsmith
import Testing

/// A fenced block of a page.
struct Sample: CustomTestStringConvertible {
  var page: String
  /// The line of its first line, from 1.
  var line: Int
  /// The first word after the fence.
  var language: String
  /// What follows it, empty for most.
  var tag: String
  var text: String

  var testDescription: String { "\(page):\(line)" }

  /// Every block of every page, in order.
  static let all: [Sample] = Repository.pages.flatMap { page in
    samples(in: (try? Repository.text(of: page)) ?? "", page: page)
  }

  /// Every block in a comment of what apps can see, as on a page of its file.
  static let comments: [Sample] = Repository.sources.flatMap { path in
    let lines = ((try? Repository.text(of: path)) ?? "").components(separatedBy: "\n").map { line in
      let line = line.drop { $0 == " " }
      return line.hasPrefix("///") ? String(line.dropFirst(line.hasPrefix("/// ") ? 4 : 3)) : ""
    }
    return samples(in: lines.joined(separator: "\n"), page: path)
  }

  static func all(_ language: String, tag: String = "") -> [Sample] {
    all.filter { $0.language == language && $0.tag == tag }
  }

  /// The block after this one on its page.
  var next: Sample? { Sample.all.first { $0.page == page && $0.line > line } }

  private static func samples(in text: String, page: String) -> [Sample] {
    var samples: [Sample] = []
    var open: Sample?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if let sample = open, line == "```" {
        samples.append(sample)
        open = nil
      } else if open != nil {
        open?.text += line + "\n"
      } else if line.hasPrefix("```") {
        let words = line.dropFirst(3).split(separator: " ", maxSplits: 1).map(String.init)
        open = Sample(
          page: page, line: index + 2, language: words.first ?? "", tag: words.dropFirst().first ?? "",
          text: "")
      }
    }
    return samples
  }
}

@Suite struct SampleTests {
  @Test func `there are samples of every kind`() {
    #expect(Sample.all("yaml").count > 10)
    #expect(Sample.all("sh").count > 10)
    #expect(Sample.all("swift").count > 4)
    #expect(Sample.all("json").count > 0)
    #expect(Sample.all("sql").count > 0)
    #expect(Sample.all("swift", tag: "generated").count > 1)
    #expect(Sample.all("swift", tag: "manifest").count > 0)
    #expect(Sample.all("yaml", tag: "wrong").count > 0)
    #expect(Sample.all("text", tag: "output").count > 0)
  }

  @Test(arguments: Sample.all("json")) func `JSON in a page is JSON`(sample: Sample) throws {
    _ = try JSONValue(parsing: sample.text)
  }

  @Test func `every sample is of a kind that is checked`() {
    let kinds = ["yaml", "json", "sh", "swift", "text", "sql", "mermaid", "dot"]
    for sample in Sample.all { #expect(kinds.contains(sample.language), "\(sample.testDescription)") }
  }
}
