import Foundation
import Rowsmith
import RowsmithInference
import RowsmithModel
import RowsmithSchema
import Testing

/// A document as a public server answers, in the words of its documentation, and the model that is inferred from it.
struct CorpusSample: Sendable, CustomTestStringConvertible {
  var name: String
  /// How many records of each entity a person counts in the document.
  var counts: [String: Int]
  /// What one record says in one place and otherwise in a later one: the later stays, as the model says.
  var superseded: Set<String> = []

  /// What says of which kind a record is: its entity says the same.
  var kinds: Set<String> = []

  var testDescription: String { name }

  static let all = [
    CorpusSample(name: "earthquakes", counts: ["Feature": 4]),
    CorpusSample(
      name: "github-events",
      counts: ["GithubEvent": 4, "User": 3, "Repo": 2, "Commit": 1, "Issue": 1, "Comment": 1, "Label": 1],
      superseded: [
        "text https://avatars.githubusercontent.com/u/480938?",
        "text https://avatars.githubusercontent.com/u/583231?",
      ]),
    CorpusSample(name: "github-issues", counts: ["Issue": 3, "User": 3, "Label": 2, "Milestone": 1]),
    CorpusSample(name: "hacker-news-item", counts: ["HackerNewsItem": 6]),
    CorpusSample(
      name: "json-api-articles", counts: ["Article": 2, "Person": 2, "Comment": 2],
      kinds: ["text comments", "text people"]),
    CorpusSample(name: "json-feed", counts: ["JsonFeed": 1, "Item": 2]),
    CorpusSample(name: "kubernetes-pods", counts: ["KubernetesPod": 3, "OwnerReference": 1]),
    CorpusSample(
      name: "mastodon-statuses",
      counts: ["Status": 4, "Account": 2, "MediaAttachment": 1, "Tag": 2, "Poll": 1]),
    CorpusSample(name: "npm-package", counts: ["NpmPackage": 1, "Version": 3, "Maintainer": 2]),
    CorpusSample(name: "stripe-charges", counts: ["Charge": 3, "Customer": 1]),
    CorpusSample(
      name: "wikidata-entities", counts: ["Entity": 2, "Label": 4, "Description": 2, "Sitelink": 4]),
  ]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Samples")

  var json: URL { Self.folder.appendingPathComponent("\(name).json") }
  var golden: URL { Self.folder.appendingPathComponent("\(name).yml") }

  func infer() throws -> InferredModel {
    var options = Inference.Options()
    options.name = name
    return try Inference.infer([.file(json.path)], options)
  }
}
