public import RowsmithSync

/// What every adapter can be held to: whether a server, through it, does what synchronisation relies on.
///
/// ```swift
/// let suite = SyncServerSuite(collection: SyncCollection(name: "Note", path: "notes")) {
///   try KintoServer(url: address, bucket: "checks", transport: transport, options: options)
/// }
/// let findings = await suite.run()
/// #expect(findings.isEmpty, "\(findings)")
/// ```
///
/// It needs a server of its own, or a collection that nobody else changes while it runs; what is in the collection before
/// does no harm. It writes some two hundred records and leaves them there. What the adapter does not promise
/// (``SyncServer/guarantees``) is not asked for.
public struct SyncServerSuite: Sendable {
  /// A rule.
  public struct Check: Sendable {
    /// Its name, `createsOnce`.
    public let name: String
    /// What must be so, in a sentence.
    public let rule: String
    /// Whether the rule is about an adapter with these guarantees, and what the suite was told.
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

  /// A rule that was not kept.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// The name of the check.
    public let check: String
    /// What must be so.
    public let rule: String
    /// What was so instead.
    public let message: String

    /// All of it in a line.
    public var description: String { "\(check) (\(rule)): \(message)" }
  }

  /// Which members records of the collection have. Others are not written; the server must not ask for them.
  public struct Members: Sendable, Hashable {
    /// A text of any length.
    public var text: String
    /// A whole number of 64 bits; nil where there is none.
    public var number: String?
    /// Another text, which may be null; nil where there is none.
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
  /// Its members.
  public var members: Members
  /// A collection of links; nil for no check of them.
  public var links: SyncCollection?
  /// Makes the JSON of a record that the server refuses, whatever its id; nil for no check of refusals.
  public var refused: (@Sendable (_ id: String) -> String)?
  /// Permissions that a record can be made with, as JSON; nil for no check of them.
  public var permissions: String?
  /// A cursor that is well formed and that the server does not know: of the future, or from before a reset. Nil for a number
  /// far beyond the last cursor, where that is a number.
  public var unknownCursor: String?
  /// Makes an id that no other record has.
  public var makeID: @Sendable () -> String
  private let makeServer: @Sendable () async throws -> any SyncServer

  /// Creates a suite. What else it is to know is set afterwards.
  ///
  /// - Parameters:
  ///   - collection: the collection that is written to.
  ///   - members: which members its records have.
  ///   - makeServer: makes the adapter, anew for each check: it has nothing to remember.
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

  /// Checks all rules, one after the other.
  ///
  /// - Returns: those that were not kept; empty where all is well.
  public func run() async -> [Finding] {
    var findings: [Finding] = []
    for check in checks { findings += await run(check) }
    return findings
  }

  /// Checks a rule.
  ///
  /// - Returns: how it was not kept; empty where it was, and where it is about what the adapter does not promise.
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
