import RowsmithAPI
import RowsmithSync
import RowsmithTesting
import Testing

@Suite struct RESTRouteTests {
  private func problem(
    _ plan: SyncPlan = Meetings.plan, _ change: (inout API) -> Void = { _ in }
  ) throws -> String? {
    let server = try Meetings.server(StubTransport(), plan) { api, _ in change(&api) }
    do {
      try server.check(plan, Meetings.schema())
      return nil
    } catch let error as SyncError {
      #expect(error.reason == .settings)
      return error.description
    }
  }

  @Test("A model with a route for each thing is fine")
  func aModelWithARouteForEachThingIsFine() throws { #expect(try problem() == nil) }

  @Test("A route that is missing is named, with what to write")
  func whatIsMissingIsNamedWithWhatToWrite() throws {
    let text = try problem { $0.routes.removeAll { $0.name == "updateNote" } }
    #expect(
      text == """
        Note: no route can change one; add a PATCH or PUT with :hash in its path that sends Note; \
        write `changeNote: { patch: "notes/:hash", sends: Note, returns: Note }` under 'routes'
        """)
  }

  @Test("What is only pulled needs no route that writes")
  func whatIsOnlyPulledNeedsNoRouteThatWrites() throws {
    var plan = Meetings.plan
    plan.entities = [.init("Note", collection: "notes", direction: .pull)]
    #expect(try problem(plan) { $0.routes.removeAll { $0.sends != nil || $0.deletes != nil } } == nil)
  }

  @Test("A list by ids reads single records, too; without one there must be a route for that")
  func aListByIdsReadsSingleRecordsToo() async throws {
    let transport = StubTransport()
    transport.stub("GET", "meetings", json: #"[{"id":"m"}]"#)
    let server = try Meetings.server(transport) { api, _ in api.routes.removeAll { $0.name == "meeting" } }
    try server.check(Meetings.plan, try Meetings.schema())
    #expect(try await server.read(["m"], in: Meetings.meetings).map(\.id) == ["m"])
    #expect(
      transport.requests.map(\.url) == ["https://example.com/api/meetings?include_deleted=1&per_page=1&ids=m"]
    )
    #expect(
      try problem { $0.routes.removeAll { $0.name == "note" } }?.contains("no route can read one") == true)
  }

  @Test("With a feed an entity needs no list; without one it does")
  func aFeedNeedsNoList() throws {
    let plan = Meetings.plan("changes", "changes")
    #expect(try problem(plan) { $0.routes.removeAll { $0.name == "notes" || $0.name == "meetings" } } == nil)
    #expect(try problem { $0.routes.removeAll { $0.name == "notes" } }?.contains("no route can list") == true)
  }

  @Test("A route that the model names must exist, and fit")
  func aRouteThatTheModelNamesMustExistAndFit() throws {
    var plan = Meetings.plan
    plan.entities[0].settings = [.init("list", "gatherings")]
    #expect(
      try problem(plan)?.contains("'list' names the route 'gatherings', which the model does not have")
        == true)
    plan.entities[0].settings = [.init("list", "notes")]
    #expect(
      try problem(plan)
        == "Meeting: 'list' names the route 'notes', which cannot be "
        + #"used for that; use a GET without placeholders that returns "[Meeting]""#)
  }

  @Test("The route that the model names is taken")
  func theRouteThatTheModelNamesIsTaken() throws {
    var plan = Meetings.plan
    plan.entities[0].settings = [.init("delete", "archive")]
    let server = try Meetings.server(StubTransport(), plan) { api, _ in
      guard var route = api.route("removeMeeting") else { return }
      (route.name, route.path) = ("archive", PathTemplate("archive/:id"))
      api.routes.append(route)
    }
    #expect(try server.request(for: Meetings.delete("m", version: nil)).path == "/archive/m")
  }

  @Test("Settings that cannot be are told")
  func settingsThatCannotBeAreSaid() throws {
    #expect(try problem(Meetings.plan("version", "revision"))?.contains("'version' names 'revision'") == true)
    #expect(try problem(Meetings.plan("overlap", "long"))?.contains("'overlap' is 'long'") == true)
    #expect(try problem(Meetings.plan("idempotency", "uuid"))?.contains("expected key or none") == true)
    #expect(try problem(Meetings.plan("user", "me"))?.contains("'user' is 'me'") == true)
    var plan = Meetings.plan
    plan.entities[0].links = [.init("notes", .relation(collection: "meeting_notes"))]
    #expect(try problem(plan)?.contains("the links of 'notes' would be records of their own") == true)
  }

  @Test("What the adapter promises is what the model says of the server")
  func whatTheServerPromisesIsWhatTheModelSays() throws {
    let list = try Meetings.server(StubTransport()).guarantees
    #expect(
      list
        == SyncGuarantees(
          cursor: .clock(overlap: 1), hasVersions: true, hasOrderedVersions: true, hasTombstones: true,
          isIdempotent: true, canPatch: true, maximumBatch: 20))
    let feed = try Meetings.server(StubTransport(), Meetings.plan("changes", "changes")).guarantees
    #expect(feed.cursor == .sequence)
    let dumb = try Meetings.server(
      StubTransport(),
      SyncPlan(server: "rest", settings: [.init("idempotency", "none")], entities: Meetings.plan.entities)
    ) { api, _ in
      api.batch = nil
      for index in api.routes.indices { api.routes[index].query = [] }
    }.guarantees
    #expect(
      dumb
        == SyncGuarantees(
          cursor: .clock(overlap: 1), hasVersions: false, hasOrderedVersions: false, hasTombstones: false,
          isIdempotent: false, canPatch: true))
  }

  @Test("A model without a plan or an address has no server")
  func aModelWithoutAPlanOrAnAddressHasNoServer() throws {
    var api = try Meetings.api()
    let schema = try Meetings.schema()
    api.baseURL = nil
    #expect(throws: SyncError.self) {
      try RESTSyncServer(api: api, schema: schema, transport: StubTransport())
    }
    api = try Meetings.api()
    api.sync = nil
    #expect(throws: SyncError.self) {
      try RESTSyncServer(api: api, schema: schema, transport: StubTransport())
    }
  }
}
