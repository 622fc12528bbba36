public import Foundation

/// Tells how far a call is: hand it to the call, and go through its steps.
///
/// ```swift
/// let progress = CallProgress()
/// async let answer = client.everything(options: CallOptions(progress: progress))
/// for await step in progress.steps { print(step.phase, step.completed, step.total ?? 0) }
/// ```
///
/// ``foundation`` is the same for what shows a `Progress`.
public final class CallProgress: @unchecked Sendable {
  /// What is done at a moment.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// The body of the request leaves.
    case uploading
    /// The body of the answer comes.
    case downloading
    /// The answer is imported.
    case importing
  }

  /// How far a call is.
  public struct Step: Sendable, Hashable {
    /// What is done.
    public var phase: Phase
    /// How many bytes of it are done.
    public var completed: Int
    /// How many bytes it is in all, where that is known.
    public var total: Int?
    /// The page it is of, from 1; of an import of several pages the last one.
    public var page = 1
    /// How many records have been imported.
    public var records = 0
  }

  /// The steps, the newest where the reader is slow. They end with the call. One reader goes through them.
  public let steps: AsyncStream<Step>
  /// A tree of three parts, for the upload, the download and the import. To cancel it does not cancel the call.
  public let foundation = Progress(totalUnitCount: 100)
  private let continuation: AsyncStream<Step>.Continuation
  private let parts: [Phase: Progress]
  /// Guards what `Progress` does not.
  private let lock = NSLock()

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
      let part = parts[step.phase]
      part?.totalUnitCount = step.total.map(Int64.init) ?? -1
      part?.completedUnitCount = Int64(step.completed)
    }
    continuation.yield(step)
  }

  func finish() {
    lock.withLock {
      for part in parts.values {
        part.totalUnitCount = max(part.totalUnitCount, part.completedUnitCount, 1)
        part.completedUnitCount = part.totalUnitCount
      }
    }
    continuation.finish()
  }
}
