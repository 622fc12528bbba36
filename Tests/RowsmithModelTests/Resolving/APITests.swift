import RowsmithAPI
import RowsmithModel
import Testing

struct APITests {
  private static let entities = "entities: { Band: { attributes: { id: Int } } }\n"

  @Test func `a model that speaks of no server has no API`() {
    let model = ModelCompiler.compile(
      [ModelSource(path: "Model.yml", text: "rowsmith: 1\n" + Self.entities)], name: "Model")
    #expect(model.schema != nil)
    #expect(model.api == nil)
  }

  @Test(arguments: ["api: {}", "routes: {}", "api: {}\nroutes: {}"])
  func `a model that speaks of a server has an API, however little it says`(text: String) throws {
    #expect(try api(Self.entities + text) == API(routes: []))
  }

  @Test func `a model with an error has neither schema nor API`() {
    let text = "rowsmith: 1\n" + Self.entities + "routes: { a: { get: bands, returns: Bnad } }"
    let model = ModelCompiler.compile([ModelSource(path: "Model.yml", text: text)], name: "Model")
    #expect(model.schema == nil)
    #expect(model.api == nil)
  }

  @Test func `the section says where the server is and what holds for every request`() throws {
    let api = try api(
      Self.entities + """
        api:
          baseURL: https://api.example.com/v2
          headers: { X-Version: 2, Accept-Language: en }
          error: { message: error.error_description, code: 'error\\.code' }
          batch: { path: /batch/, limit: 5 }
        """)
    #expect(
      api
        == API(
          baseURL: "https://api.example.com/v2",
          headers: [API.Header("X-Version", "2"), API.Header("Accept-Language", "en")],
          error: API.ErrorPlaces(message: ["error", "error_description"], code: ["error.code"]),
          batch: API.BatchEndpoint(path: "batch", limit: 5), routes: []))
  }

  @Test func `a batch takes twenty calls where the model does not say how many`() throws {
    #expect(try api(Self.entities + "api: { batch: { path: batch } }").batch?.limit == 20)
  }

  @Test func `the files of a model have their routes together, and one of them the address`() {
    let files = [
      "rowsmith: 1\n" + Self.entities + "routes: { bands: { get: bands, returns: \"[Band]\" } }",
      "rowsmith: 1\napi: { baseURL: https://example.com }\nroutes: { band: { get: \"bands/:id\", returns: Band } }",
    ]
    let sources = files.enumerated().map { ModelSource(path: "\($0.offset).yml", text: $0.element) }
    let model = ModelCompiler.compile(sources, name: "Model")
    #expect(model.api?.baseURL == "https://example.com")
    #expect(model.api?.routes.map(\.name) == ["bands", "band"])
  }

  @Test func `another address is no other schema`() {
    let models = ["a", "b"].map { host in
      ModelCompiler.compile(
        [
          ModelSource(
            path: "Model.yml", text: "rowsmith: 1\n\(Self.entities)api: { baseURL: https://\(host) }")
        ],
        name: "Model")
    }
    #expect(models[0].api != models[1].api)
    #expect(models[0].schema == models[1].schema)
  }
}
