import Bands
import Foundation
import GitHub
import Hardest
import Notes
import Rowsmith
import RowsmithModel
import Shop
import Testing

@Suite struct SchemaTests {
  @Test(arguments: [
    ("Schemas/Bands.yml", BandsModel.schema), ("Schemas/Shop.yml", ShopModel.schema),
    ("Schemas/GitHub.yml", GitHubModel.schema), ("Tests/Fixtures/Hardest.yml", HardestModel.schema),
    ("Tests/Fixtures/Notes.yml", NotesModel.schema),
  ]) func `the generated schema is the model's, but for the documentation`(path: String, schema: Schema)
    throws
  {
    let model = ModelCompiler.load(path: Database.package.appendingPathComponent(path).path)
    #expect(schema == (try #require(model.schema)).withoutDocumentation)
  }
}

extension Schema {
  fileprivate var withoutDocumentation: Schema {
    var copy = self
    for index in copy.enumerations.indices { copy.enumerations[index].doc = nil }
    for index in copy.documents.indices { copy.documents[index].doc = nil }
    for index in copy.entities.indices {
      copy.entities[index].doc = nil
      for position in copy.entities[index].attributes.indices {
        copy.entities[index].attributes[position].doc = nil
      }
      for position in copy.entities[index].relationships.indices {
        copy.entities[index].relationships[position].doc = nil
      }
    }
    return copy
  }
}
