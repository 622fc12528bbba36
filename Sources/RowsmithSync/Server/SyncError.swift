public import Foundation

/// Why a sync, or a part of it, failed.
public struct SyncError: Error, Sendable {
  /// What kind of failure it is.
  public struct Reason: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// Creates a reason of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server could not be reached: nothing has left.
    public static let offline = Reason(rawValue: "offline")
    /// The exchange broke off, or the server failed (5xx): what was asked may have been done.
    public static let interrupted = Reason(rawValue: "interrupted")
    /// The server wants to be left alone: see ``SyncError/retryAfter``.
    public static let throttled = Reason(rawValue: "throttled")
    /// Somebody has to log in.
    public static let loginNeeded = Reason(rawValue: "loginNeeded")
    /// The user may not see or change that (403), or it is hidden from them.
    public static let forbidden = Reason(rawValue: "forbidden")
    /// The server refuses what was sent, in its own words: see ``SyncError/serverMessage``.
    public static let refused = Reason(rawValue: "refused")
    /// The server does not know the cursor: everything has to be read again.
    public static let resetNeeded = Reason(rawValue: "resetNeeded")
    /// An answer is not what the server's protocol says.
    public static let answer = Reason(rawValue: "answer")
    /// What the model, or the app, says for the adapter cannot be.
    public static let settings = Reason(rawValue: "settings")
    /// The database belongs to another user, or another server.
    public static let otherUser = Reason(rawValue: "otherUser")
    /// Another process, or another session, synchronises the same file.
    public static let busy = Reason(rawValue: "busy")
    /// The server has said to have taken a write, and does not have it any more.
    public static let lost = Reason(rawValue: "lost")
    /// A resolver of the app's has thrown an error: see ``SyncError/underlying``.
    public static let resolver = Reason(rawValue: "resolver")
    /// The sync was cancelled.
    public static let cancelled = Reason(rawValue: "cancelled")
    /// The database could not be read or written: see ``SyncError/underlying``.
    public static let database = Reason(rawValue: "database")
  }

  /// What kind of failure it is.
  public var reason: Reason
  /// What happened and what to do, in a sentence.
  public var message: String
  /// The entity, or for links `Note.tags`, where it was about one.
  public var entity: String?
  /// The text of the record's key, where it was about one.
  public var id: String?
  /// The method and the URL without its query.
  public var request: String?
  /// The status of the answer, where there was one.
  public var status: Int?
  /// The code by which the server names the error.
  public var serverCode: String?
  /// What the server says of the error.
  public var serverMessage: String?
  /// For how many seconds the server wants to be left alone.
  public var retryAfter: Double?
  /// The error behind it.
  public var underlying: (any Error)?

  /// Creates an error.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}

extension SyncError: CustomStringConvertible {
  /// The sentence, with what it is about.
  public var description: String {
    var text = message
    if let request { text = "\(request): \(text)" }
    if let id, let entity { return "\(entity) '\(id)': \(text)" }
    return entity.map { "\($0): \(text)" } ?? text
  }
}

extension SyncError: LocalizedError {
  /// The sentence.
  public var errorDescription: String? { message }
}
