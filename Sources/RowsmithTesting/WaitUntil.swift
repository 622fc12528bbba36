import Observation

/// Waits until a condition over observable objects is true: a `Live`, or a view model.
///
/// ```swift
/// let model = AlbumTitles(store)
/// await waitUntil { model.titles.count == 17 }
/// ```
///
/// It does not poll: it evaluates the condition again when an object that it has read changes. It ends when its task is
/// cancelled, so give the suite a time limit: then a condition that never comes true fails the test.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor public func waitUntil(_ isDone: () -> Bool) async {
  while !Task.isCancelled {
    let changes = AsyncStream.makeStream(of: Void.self)
    if withObservationTracking(isDone, onChange: { changes.continuation.finish() }) { return }
    for await _ in changes.stream {}
    // The notification comes before the change. The change is done when the main actor returns to this task.
    await Task.yield()
  }
}
