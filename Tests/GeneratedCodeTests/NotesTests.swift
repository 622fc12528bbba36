import Foundation
import Notes
import RowsmithAPI
import RowsmithModel
import Testing

/// The module of a model that synchronises.
@Suite struct NotesTests {
  @Test func `the generated plan is the one that the model compiles to`() throws {
    let path = Database.package.appendingPathComponent("Tests/Fixtures/Notes.yml").path
    let model = ModelCompiler.load(path: path)
    #expect(model.diagnostics == [])
    #expect(model.api?.sync == NotesSync.plan)
  }

  @Test func `the plan knows the entities that synchronise, and no others`() {
    #expect(
      NotesSync.plan.entities.map(\.name) == ["Note", "Folder", "Tag", "Person", "Attachment", "Country"])
    #expect(NotesSync.plan.entity("Draft") == nil)
    #expect(NotesSync.plan["bucket"] == "notes-app")
  }
}
