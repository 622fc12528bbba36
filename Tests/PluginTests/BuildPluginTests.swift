import Foundation
import Testing

/// A real package, built by the real SwiftPM.
@Suite(.serialized, .timeLimit(.minutes(40))) struct BuildPluginTests {
  private static let targets = """
        .executableTarget(name: "Music Box", dependencies: rowsmith + ["Depot"], plugins: plugins),
        .target(name: "Depot", dependencies: rowsmith, plugins: plugins),
    """

  @Test func `an edit of the model is in the next build, and no edit builds nothing`() throws {
    let consumer = try Consumer(named: "build", targets: BuildPluginTests.targets)
    try consumer.write(
      """
      import Depot
      import Rowsmith

      print(Music_BoxModel.schema.entities.map(\\.name), Band.columnNames, depotEntities())
      """, to: "Sources/Music Box/main.swift")
    try consumer.write(
      """
      rowsmith: 1
      entities:
        Band: { PrimaryKey: name, attributes: { name: String, formed: Int? } }
      """, to: "Sources/Music Box/model.yml")
    try consumer.write(
      """
      import Rowsmith

      public func depotEntities() -> [String] { DepotModel.schema.entities.map(\\.name) }
      """, to: "Sources/Depot/Depot.swift")
    try consumer.write(
      "rowsmith: 1\nentities: { Item: { attributes: { id: Int, at: Date } } }", to: "Schemas/Depot/a.yml")

    let first = try consumer.build()
    try #require(first.isSuccess, "\(first)")
    #expect(!first.text.contains("warning:"), "\(first)")
    #expect(try consumer.runProduct("Music Box").text == #"["Band"] ["name", "formed"] ["Item"]"# + "\n")

    // SwiftPM plans once more after a clean build and runs the tool again, which writes nothing.
    _ = try consumer.build()
    let built = try consumer.builtFiles()
    let second = try consumer.build()
    #expect(second.isSuccess, "\(second)")
    #expect(!second.text.contains(#/\] (Rowsmith: |Compiling (Depot|Music))/#), "\(second)")
    #expect(try consumer.builtFiles() == built)

    try consumer.write(
      """
      rowsmith: 1
      entities:
        Band: { PrimaryKey: name, attributes: { name: String, formed: Int?, genre: String? } }
      """, to: "Sources/Music Box/model.yml")
    let third = try consumer.build()
    try #require(third.isSuccess, "\(third)")
    #expect(
      try consumer.runProduct("Music Box").text == #"["Band"] ["name", "formed", "genre"] ["Item"]"# + "\n")

    try consumer.write(
      "rowsmith: 1\nentities: { Shelf: { attributes: { id: Int } } }", to: "Schemas/Depot/b.yml")
    let fourth = try consumer.build()
    try #require(fourth.isSuccess, "\(fourth)")
    #expect(try consumer.runProduct("Music Box").text.hasSuffix(#"["Item", "Shelf"]"# + "\n"))

    try FileManager.default.removeItem(at: consumer.folder.appendingPathComponent("Schemas/Depot/a.yml"))
    let fifth = try consumer.build()
    try #require(fifth.isSuccess, "\(fifth)")
    #expect(try consumer.runProduct("Music Box").text.hasSuffix(#"["Shelf"]"# + "\n"))

    try consumer.write(
      "rowsmith: 1\nentities: { Shelf: { attributes: { id: Itn } } }", to: "Schemas/Depot/b.yml")
    let broken = try consumer.build()
    #expect(!broken.isSuccess)
    #expect(broken.text.contains("/Schemas/Depot/b.yml:2:40: error: "), "\(broken)")
  }

  @Test func `a target without a model is told where one could be, and what could hide it`() throws {
    let consumer = try Consumer(
      named: "build",
      targets:
        #"    .target(name: "Empty", dependencies: rowsmith, exclude: ["model.yml"], plugins: plugins),"#)
    try consumer.write("", to: "Sources/Empty/Empty.swift")
    try consumer.write(
      "rowsmith: 1\nentities: { A: { attributes: { id: Int } } }", to: "Sources/Empty/model.yml")
    let output = try consumer.build()
    #expect(!output.isSuccess)
    #expect(output.text.contains("no model for target 'Empty'"), "\(output)")
    #expect(output.text.contains("remove it from 'exclude:' and from 'resources:'"), "\(output)")
  }

  @Test func `generated code compiles where everything else is on the main actor`() throws {
    let consumer = try Consumer(
      named: "build",
      targets: """
            .target(
              name: "Main", dependencies: rowsmith, swiftSettings: [.defaultIsolation(MainActor.self)],
              plugins: plugins),
        """, tools: "6.2")
    try consumer.write(
      """
      import Rowsmith

      // A record is used off the main actor, and its model too.
      nonisolated func names(_ row: Row) throws -> [String] {
        try [Order(row: row)].map { $0.status.rawValue } + Order.columnNames + MainModel.schema.entities.map(\\.name)
      }
      nonisolated struct Watcher: LineHooks {
        func didImport(_ line: Line) throws { _ = Set([line.id]) }
      }
      nonisolated let model = MainModel(lineHooks: Watcher())
      """, to: "Sources/Main/Use.swift")
    try consumer.write(
      """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      enums: { Status: [open, closed] }
      entities:
        Order:
          attributes: { id: Int, status: Status, at: Date? }
          relationships: { lines: [Line] }
        Line:
          PrimaryKey: [order, position]
          attributes: { position: Int }
          relationships: { order: { to: Order, inverse: lines } }
          hooks: [didImport]
      """, to: "Sources/Main/model.yml")
    let output = try consumer.build()
    #expect(output.isSuccess, "\(output)")
    #expect(!output.text.contains("warning:"), "\(output)")
  }
}
