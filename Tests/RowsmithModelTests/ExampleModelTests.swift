import RowsmithModel
import RowsmithSchema
import Testing

/// The models in `Schemas` are what newcomers read first.
struct ExampleModelTests {
  @Test(arguments: ["Bands", "Shop", "GitHub"])
  func `an example model has nothing to complain about`(name: String) throws {
    let model = ModelCompiler.load(path: Repository.path("Schemas/\(name).yml"))
    #expect(model.diagnostics.map(\.description) == [])
    #expect(model.schema?.name == name)
    #expect(model.files == [Repository.path("Schemas/\(name).yml")])
  }
}
