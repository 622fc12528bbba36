import Foundation
import Testing

extension BuildPluginTests {
  @Test
  func `a model that synchronises is built with its plan, also where everything else is on the main actor`()
    throws
  {
    let consumer = try Consumer(
      named: "build",
      targets: """
            .executableTarget(
              name: "Diary", dependencies: rowsmith + [.product(name: "RowsmithSync", package: "Rowsmith")],
              swiftSettings: [.defaultIsolation(MainActor.self)], plugins: plugins),
        """, tools: "6.2")
    try consumer.write(
      """
      import RowsmithSync

      nonisolated func collections() -> [String] { DiarySync.plan.entities.map(\\.collection) }
      print(collections(), DiaryClient.api.sync == DiarySync.plan, Page.entityName)
      """, to: "Sources/Diary/main.swift")
    try consumer.write(
      """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      sync: { server: kinto, bucket: diary }
      routes: { pages: { get: pages, returns: "[Page]" } }
      entities:
        Page: { attributes: { id: UUID, words: [String] }, relationships: { tags: { to: [Tag], sync: relation } } }
        Tag: { sync: pull, attributes: { id: UUID } }
        SyncPlan: { sync: false, attributes: { id: Int } }
      """, to: "Sources/Diary/model.yml")

    let output = try consumer.build()
    try #require(output.isSuccess, "\(output)")
    #expect(!output.text.contains(#/(generated|main)\.swift:\d+:\d+: warning:/#), "\(output)")
    #expect(try consumer.runProduct("Diary").text == #"["pages", "tags"] true Page"# + "\n")
  }
}
