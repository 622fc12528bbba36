public import RowsmithSync

/// Tests for adapters: whether a server, through an adapter, does what synchronisation relies on.
///
/// ```swift
/// let suite = SyncServerSuite(collection: SyncCollection(name: "Note", path: "notes")) {
///   try KintoServer(url: address, bucket: "checks", transport: transport, options: options)
/// }
/// let findings = await suite.run()
/// #expect(findings.isEmpty, "\(findings)")
/// ```
///
/// It needs its own server, or a collection that no other client changes while it runs; records already in the collection are
/// harmless. It writes about two hundred records and leaves them there. What the adapter does not promise
/// (``SyncServer/guarantees``) is not tested.
public struct SyncServerSuite: Sendable {
  /// A rule.
  public struct Check: Sendable {
    /// The name: `createsOnce`.
    public let name: String
    /// What must hold, as a sentence.
    public let rule: String
    /// Whether the rule applies to an adapter with these guarantees, and to the settings of the suite.
    let applies: @Sendable (SyncServerSuite, SyncGuarantees) -> Bool
    let body: @Sendable (SyncSuiteRun) async throws -> Void

    init(
      _ name: String, _ rule: String,
      if applies: @escaping @Sendable (SyncServerSuite, SyncGuarantees) -> Bool = { _, _ in true },
      _ body: @escaping @Sendable (SyncSuiteRun) async throws -> Void
    ) {
      (self.name, self.rule, self.applies, self.body) = (name, rule, applies, body)
    }
  }

  /// A broken rule.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// The name of the check.
    public let check: String
    /// What must hold.
    public let rule: String
    /// What was found instead.
    public let message: String

    /// All of it on one line.
    public var description: String { "\(check) (\(rule)): \(message)" }
  }

  /// The members of records in the collection. Others are not written, so the server must not require them.
  public struct Members: Sendable, Hashable {
    /// A text of any length.
    public var text: String
    /// A 64-bit integer; `nil` if there is none.
    public var number: String?
    /// Another text, which may be null; `nil` if there is none.
    public var optional: String?

    /// Names the members.
    public init(text: String = "title", number: String? = "count", optional: String? = "body") {
      self.text = text
      self.number = number
      self.optional = optional
    }
  }

  /// The collection that is written to.
  public var collection: SyncCollection
  /// The members of its records.
  public var members: Members
  /// A collection of links; `nil` to skip its check.
  public var links: SyncCollection?
  /// Makes the JSON of a record that the server refuses for any id; `nil` to skip the check of refusals.
  public var refused: (@Sendable (_ id: String) -> String)?
  /// Permissions that a record can be created with, as JSON; `nil` to skip their check.
  public var permissions: String?
  /// A cursor that is well formed and that the server does not know: of the future, or from before a reset. If `nil`, a
  /// number far beyond the last cursor, provided that is a number.
  public var unknownCursor: String?
  /// Makes an id that no other record has.
  public var makeID: @Sendable () -> String
  private let makeServer: @Sendable () async throws -> any SyncServer

  /// Creates a suite. Set its other properties afterwards.
  ///
  /// - Parameters:
  ///   - collection: the collection that is written to.
  ///   - members: the members of its records.
  ///   - makeServer: makes a new adapter for each check: it need not keep state.
  public init(
    collection: SyncCollection, members: Members = Members(),
    makeServer: @escaping @Sendable () async throws -> any SyncServer
  ) {
    self.collection = collection
    self.members = members
    self.makeServer = makeServer
    makeID = { SyncSuiteRun.newID() }
  }

  /// The rules, in the order in which they are checked.
  public var checks: [Check] {
    SyncServerSuite.identity + SyncServerSuite.creating + SyncServerSuite.changing + SyncServerSuite.deleting
      + SyncServerSuite.pulling + SyncServerSuite.reading + SyncServerSuite.together + SyncServerSuite.values
  }

  /// Checks all rules, one after another.
  ///
  /// - Returns: the broken rules; empty if there are none.
  public func run() async -> [Finding] {
    var findings: [Finding] = []
    for check in checks { findings += await run(check) }
    return findings
  }

  /// Checks a rule.
  ///
  /// - Returns: how it is broken; empty if it is not, or if it does not apply to the adapter.
  public func run(_ check: Check) async -> [Finding] {
    do {
      let server = try await makeServer()
      guard check.applies(self, server.guarantees) else { return [] }
      let run = SyncSuiteRun(suite: self, server: server)
      do {
        try await check.body(run)
      } catch let stop as SyncSuiteRun.Stop {
        return [Finding(check: check.name, rule: check.rule, message: stop.message)]
      }
      return []
    } catch {
      return [Finding(check: check.name, rule: check.rule, message: "it threw: \(error)")]
    }
  }
}
