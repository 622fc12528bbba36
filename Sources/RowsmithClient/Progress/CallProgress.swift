public import Foundation

/// Reports the progress of a call: pass it to the call and iterate over its steps.
///
/// ```swift
/// let progress = CallProgress()
/// async let answer = client.everything(options: CallOptions(progress: progress))
/// for await step in progress.steps { print(step.phase, step.completed, step.total ?? 0) }
/// ```
///
/// ``foundation`` reports the same as a `Progress`.
public final class CallProgress: @unchecked Sendable {
  /// What a call is doing.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// The body of the request is sent.
    case uploading
    /// The body of the answer is received.
    case downloading
    /// The answer is imported.
    case importing
  }

  /// The progress of a call at one time.
  public struct Step: Sendable, Hashable {
    /// What the call is doing.
    public var phase: Phase
    /// How many bytes of this phase are done.
    public var completed: Int
    /// How many bytes the phase has in all, if known.
    public var total: Int?
    /// The number of the page, from 1; while several pages are imported, that of the last.
    public var page = 1
    /// The number of records imported.
    public var records = 0

    /// Creates a step.
    public init(phase: Phase, completed: Int, total: Int? = nil, page: Int = 1, records: Int = 0) {
      self.phase = phase
      self.completed = completed
      self.total = total
      self.page = page
      self.records = records
    }
  }

  /// The steps; a slow reader gets only the newest. Ends with the call. Supports one reader.
  public let steps: AsyncStream<Step>
  /// A tree of three parts, for upload, download and import. Cancelling it does not cancel the call.
  public let foundation = Progress(totalUnitCount: 100)
  private let continuation: AsyncStream<Step>.Continuation
  private let parts: [Phase: Progress]
  /// Keeps a step's total and completed counts consistent, and guards `isOver`.
  private let lock = NSLock()
  /// Whether the call has ended. A queued one may be sent after that.
  private var isOver = false

  /// Creates progress for one call.
  public init() {
    (steps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    var parts: [Phase: Progress] = [:]
    for (phase, weight) in [(Phase.uploading, Int64(10)), (.downloading, 45), (.importing, 45)] {
      let part = Progress(totalUnitCount: -1)
      foundation.addChild(part, withPendingUnitCount: weight)
      parts[phase] = part
    }
    self.parts = parts
  }

  func report(_ step: Step) {
    lock.withLock {
      if isOver { return }
      let part = parts[step.phase]
      part?.totalUnitCount = step.total.map(Int64.init) ?? -1
      part?.completedUnitCount = Int64(step.completed)
    }
    continuation.yield(step)
  }

  func finish() {
    lock.withLock {
      isOver = true
      for part in parts.values {
        part.totalUnitCount = max(part.totalUnitCount, part.completedUnitCount, 1)
        part.completedUnitCount = part.totalUnitCount
      }
    }
    continuation.finish()
  }
}
