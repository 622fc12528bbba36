public import RowsmithAPI
public import RowsmithClient
public import RowsmithSchema

/// An adapter for REST servers, as described by the routes of the model.
///
/// Each entity that synchronises needs a route to list its records, and routes to read, create, change and delete one. The
/// settings `list`, `read`, `create`, `change` and `delete` name them; otherwise those that fit are used.
///
/// An example: `sync: { server: rest, changes: changes, version: lockVersion }`.
///
/// | setting | |
/// |---|---|
/// | `changes` | the path of a feed of changes in commit order; without it, lists are asked for what is new (`incremental`) |
/// | `version` | the attribute with a record's version, which changes have in their body, or `ETag` |
/// | `overlap` | the seconds of a list that are read again, as servers commit late; 5 unless the list sets its own |
/// | `idempotency` | `none` for a server that does not support the header `Idempotency-Key` |
/// | `user` | the route that names the user, and the path in its answer: `me.username` |
///
/// `version`, `overlap` and `idempotency` can also be set in the `sync` of an entity.
public struct RESTSyncServer: SyncServer {
  let api: API
  let plan: SyncPlan
  let schema: Schema
  let exchange: ServerExchange
  let collections: [String: RESTCollection]
  let batchLimit: RESTBatchLimit

  /// The server's guarantees, derived from the model.
  public let guarantees: SyncGuarantees

  /// Creates the adapter.
  ///
  /// - Parameters:
  ///   - api: the routes of the model, with its plan.
  ///   - schema: the model.
  ///   - transport: sends requests.
  ///   - options: the base URL if the model has none, authentication, and retries.
  /// - Throws: ``SyncError`` with ``SyncError/Reason/settings`` if the model has no `sync`, or there is no base URL.
  public init(
    api: API, schema: Schema, transport: any Transport, options: ClientOptions = ClientOptions()
  ) throws {
    guard let plan = api.sync else {
      throw SyncError(.settings, "the model has no 'sync'; write `sync: { server: rest }`")
    }
    guard let base = options.baseURL ?? api.baseURL else {
      throw SyncError(
        .settings, "there is no server address: the model has no 'baseURL', and none was given")
    }
    var options = options
    for header in api.headers where options.headers[header.name] == nil {
      options.headers[header.name] = header.value
    }
    do {
      exchange = try ServerExchange(
        baseURL: base, transport: transport, options: options, errors: api.error)
    } catch {
      throw SyncError(error, request: ServerExchange.withoutPassword(ofAny: base))
    }
    self.api = api
    self.plan = plan
    self.schema = schema
    let graph = SchemaGraph(schema)
    let found = plan.entities.map { RESTCollection($0, plan: plan, api: api, graph: graph) }
    collections = Dictionary(found.map { ($0.entity.name, $0) }, uniquingKeysWith: { first, _ in first })
    batchLimit = RESTBatchLimit(api.batch?.limit ?? 1)
    guarantees = SyncGuarantees(plan, found, api.batch)
  }

  /// Checks that each entity has the routes that it needs.
  public func check(_ plan: SyncPlan, _ schema: Schema) throws {
    let graph = SchemaGraph(schema)
    for entity in plan.entities {
      let problems = RESTCollection(entity, plan: plan, api: api, graph: graph).problems
      guard !problems.isEmpty else { continue }
      var error = SyncError(.settings, problems.joined(separator: "\n"))
      error.entity = entity.name
      throw error
    }
    _ = try userPlace()
  }

  /// The collection of an entity.
  func collection(_ wanted: SyncCollection) throws -> RESTCollection {
    if !wanted.isLinks, let found = collections[wanted.name] { return found }
    var error = SyncError(.settings, "it is not an entity that synchronises by routes")
    error.entity = wanted.name
    throw error
  }

  /// The next page of the feed, or of the list.
  public func changes(_ query: SyncQuery) async throws -> SyncPage {
    let collection = try collection(query.collection)
    var page: SyncPage
    if let path = plan["changes"] {
      page = try await RESTFeed(collection: collection, path: path, exchange: exchange).page(query)
    } else {
      guard let route = collection.routes.list else { throw collection.lacks(.list) }
      page = try await RESTListPages(
        collection: collection, route: route, exchange: exchange, schema: schema
      ).page(query)
    }
    if query.needsTotal, page.next == nil { page.total = try await total(collection) }
    return page
  }

  /// How many records a collection has, from the header `X-Total-Count` of its list; `nil` if that does not say.
  private func total(_ collection: RESTCollection) async throws -> Int? {
    guard let list = collection.routes.list else { return nil }
    let url = try RESTListQuery(route: list).url(
      exchange.baseURL, since: nil, size: 1, sortedBy: nil, withDeleted: false)
    let answer = try await exchange.read(url.text)
    return answer.error == nil ? answer.totalCount : nil
  }

  /// Whether the entity has a `version`, its own or that of the plan.
  public func hasVersions(in wanted: SyncCollection) -> Bool {
    (try? collection(wanted)).map { $0.version != .none } ?? guarantees.hasVersions
  }

  /// Makes the request that carries out a write.
  public func request(for write: SyncWrite) throws -> SyncRequest {
    try RESTRequestMaker(collection: try collection(write.collection)).request(for: write)
  }
}

extension RESTCollection {
  /// The error for a missing route.
  func lacks(_ role: RESTRoutes.Role) -> SyncError {
    let rules = RESTRouteRules(entity: entity.name, key: pathAttribute)
    var error = SyncError(.settings, "there is no route for it; add \(rules.wanted(role))")
    error.entity = entity.name
    return error
  }
}

extension SyncGuarantees {
  /// The guarantees that hold for all entities.
  init(_ plan: SyncPlan, _ collections: [RESTCollection], _ batch: API.BatchEndpoint?) {
    let isFeed = plan["changes"] != nil
    let written = collections.filter { $0.entity.direction == .both }
    self.init(
      cursor: isFeed ? .sequence : .clock(overlap: Double(collections.map(\.overlap).max() ?? 0)),
      hasVersions: !collections.isEmpty && collections.allSatisfy { $0.version != .none },
      hasOrderedVersions: !collections.isEmpty && collections.allSatisfy(\.version.isOrdered),
      hasTombstones: isFeed
        || collections.allSatisfy { $0.routes.list.map(RESTListQuery.asksForDeleted) ?? false },
      isIdempotent: written.allSatisfy(\.createsOnce),
      canPatch: written.allSatisfy { $0.routes.change?.methods.contains(.patch) ?? false },
      maximumBatch: max(1, batch?.limit ?? 1))
  }
}

extension RESTCollection {
  /// Whether a record is created only once, however often the request is sent.
  fileprivate var createsOnce: Bool {
    knowsIdempotencyKeys || routes.create?.methods.contains(.post) == false
  }
}
