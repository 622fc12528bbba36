public import Foundation
import RowsmithSchema

/// Why a sync, or a part of it, failed.
public struct SyncError: Error, Sendable {
  /// The kind of failure.
  public struct Reason: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// Creates a reason with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server could not be reached: nothing was sent.
    public static let offline = Reason(rawValue: "offline")
    /// The exchange was interrupted, or the server failed (5xx). The request may have been carried out.
    public static let interrupted = Reason(rawValue: "interrupted")
    /// The server asked for a pause: see ``SyncError/retryAfter``.
    public static let throttled = Reason(rawValue: "throttled")
    /// The user has to log in.
    public static let loginNeeded = Reason(rawValue: "loginNeeded")
    /// The user may not see or change this (403), or it is hidden from them.
    public static let forbidden = Reason(rawValue: "forbidden")
    /// The server has refused the request: see ``SyncError/serverMessage``.
    public static let refused = Reason(rawValue: "refused")
    /// The server rejects the cursor: everything has to be read again.
    public static let resetNeeded = Reason(rawValue: "resetNeeded")
    /// An answer does not follow the server's protocol.
    public static let answer = Reason(rawValue: "answer")
    /// The pages of a list shifted each time that they were read: it is not known which records the server has deleted.
    public static let unstable = Reason(rawValue: "unstable")
    /// The model's or the app's settings for the adapter are invalid.
    public static let settings = Reason(rawValue: "settings")
    /// The database belongs to another user, or another server.
    public static let otherUser = Reason(rawValue: "otherUser")
    /// Another process, or another session, synchronises the same file.
    public static let busy = Reason(rawValue: "busy")
    /// The server accepted a write, and does not have it any more.
    public static let lost = Reason(rawValue: "lost")
    /// A resolver of the app has thrown an error: see ``SyncError/underlying``.
    public static let resolver = Reason(rawValue: "resolver")
    /// The sync was cancelled.
    public static let cancelled = Reason(rawValue: "cancelled")
    /// A request could not be kept in the database. Other failures of the database are thrown as `StoreError`.
    public static let database = Reason(rawValue: "database")
  }

  /// The kind of failure.
  public var reason: Reason
  /// What happened and what to do, in a sentence.
  public var message: String
  /// The entity, or `Note.tags` for links, if the error is about one.
  public var entity: String?
  /// The record's key as text, if the error is about one.
  public var id: String?
  /// The method and the URL without its query.
  public var request: String?
  /// The status of the answer, if there was one.
  public var status: Int?
  /// The server's code for the error.
  public var serverCode: String?
  /// The server's message for the error.
  public var serverMessage: String?
  /// The pause that the server asked for, in seconds.
  public var retryAfter: Double?
  /// The cause.
  public var underlying: (any Error)?

  /// Creates an error.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}

extension SyncError: CustomStringConvertible {
  /// The message, with the request, entity and id. Safe to print to a terminal: parts come from servers and from the app.
  public var description: String {
    var text = message
    if let request { text = "\(request): \(text)" }
    if let entity {
      let subject = id.map { "\(entity) '\($0)'" } ?? entity
      text = "\(subject): \(text)"
    }
    return text.escapedForDisplay()
  }
}

extension SyncError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}
