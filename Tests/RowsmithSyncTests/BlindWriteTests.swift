import Rowsmith
import RowsmithClient
import RowsmithSync
import Testing

/// The servers in the process tell writes that name no version from those that do: simulations rely on it.
@Suite struct BlindWriteTests {
  private static let kinto = "/buckets/blog/collections/items/records/i"

  private func request(_ method: String, _ path: String, _ header: String? = nil) -> DoubleRequest {
    var request = DoubleRequest(method: method, path: path)
    if let header { request.headers[header] = "x" }
    return request
  }

  @Test(arguments: ["PUT", "PATCH", "DELETE"])
  func `Kinto takes what names nothing for blind`(_ method: String) {
    let kinto = KintoDouble(VirtualClock(), seed: 1)
    #expect(kinto.isBlind(request(method, Self.kinto)))
    #expect(!kinto.isBlind(request(method, Self.kinto, "if-match")))
    #expect(!kinto.isBlind(request(method, Self.kinto, "if-none-match")))
    #expect(!kinto.isBlind(request("PUT", "/buckets/blog")) && !kinto.isBlind(request("GET", Self.kinto)))
  }

  @Test(arguments: ["PATCH", "DELETE"])
  func `a server with tags takes what does not match one for blind`(_ method: String) {
    let rest = RESTDouble(VirtualClock(), numbered: [], hasTags: true, seed: 1)
    var versioned = request(method, "/items/i")
    (versioned.body, versioned.parameters) = (["lock_version": 1], ["lock_version": "1"])
    #expect(rest.isBlind(versioned))
    #expect(!rest.isBlind(request(method, "/items/i", "if-match")))
    #expect(
      rest.isBlind(request("PUT", "/tags/t")) && !rest.isBlind(request("PUT", "/tags/t", "if-none-match")))
    #expect(!rest.isBlind(request("POST", "/items")) && !rest.isBlind(request("GET", "/items/i")))
  }

  @Test func `a server that counts versions takes what has none in it for blind`() {
    let rest = RESTDouble(VirtualClock(), numbered: [], hasTags: false, seed: 1)
    var change = request("PATCH", "/items/i", "if-match")
    #expect(rest.isBlind(change))
    change.body = ["lock_version": 1]
    #expect(!rest.isBlind(change))
    var deletion = request("DELETE", "/items/i", "if-match")
    #expect(rest.isBlind(deletion))
    deletion.parameters = ["lock_version": "1"]
    #expect(!rest.isBlind(deletion))
  }

  @Test func `a simulation counts what an engine sends that names no version`() async throws {
    var settings = SimulationSettings()
    (settings.defects, settings.operations) = ([.fullPut], 60)
    #expect(!(try await Simulation(settings, .memory, seed: 1).run()).blindWrites.isEmpty)
  }
}
