import Foundation
import Testing

/// `rowsmith schema`.
struct SchemaTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      rowsmith: 1
      entities:
        A:
          attributes: { id: Int, name: { type: String, default: "it's", index: true } }
          relationships: { others: { to: [A], MergePolicy: Merge } }
      """, to: "One.yml")
    try folder.write("rowsmith: 1\nentities: { B: { attributes: { id: Int } } }\n", to: "Two.yml")
  }

  private static let one = """
    CREATE TABLE "A" (
      "id" INTEGER PRIMARY KEY NOT NULL,
      "name" TEXT NOT NULL DEFAULT 'it''s'
    );
    CREATE INDEX "A.name" ON "A" ("name");
    CREATE TABLE "A_others" (
      "source" INTEGER NOT NULL,
      "target" INTEGER NOT NULL,
      "position" INTEGER,
      PRIMARY KEY ("source", "target"),
      FOREIGN KEY ("source") REFERENCES "A" ("id") DEFERRABLE INITIALLY DEFERRED,
      FOREIGN KEY ("target") REFERENCES "A" ("id") DEFERRABLE INITIALLY DEFERRED
    ) WITHOUT ROWID;
    CREATE INDEX "A_others.target" ON "A_others" ("target");

    """

  @Test
  func `prints statements that end in semicolons`() throws {
    let outcome = try RowsmithProcess.run(["schema", "One.yml"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output == Self.one)
    #expect(outcome.diagnostics == "")
  }

  @Test
  func `several models are told apart`() throws {
    let outcome = try RowsmithProcess.run(["schema", "One.yml", "Two.yml"], in: folder)
    #expect(
      outcome.output
        == "-- One\n\(Self.one)-- Two\nCREATE TABLE \"B\" (\n  \"id\" INTEGER PRIMARY KEY NOT NULL\n);\n")
  }

  @Test
  func `as JSON`() throws {
    let outcome = try RowsmithProcess.run(["schema", "Two.yml", "--format", "json"], in: folder)
    #expect(
      outcome.output
        == #"[{"model":"Two","statements":["CREATE TABLE \"B\" (\n  \"id\" INTEGER PRIMARY KEY NOT NULL\n)"]}]"#
        + "\n")
  }

  @Test
  func `nothing is printed when one of the models has an error`() throws {
    try folder.write("rowsmith: 2\n", to: "Bad.yml")
    let outcome = try RowsmithProcess.run(["schema", "Two.yml", "Bad.yml"], in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.diagnostics.hasPrefix("Bad.yml:1:"))
  }
}
