import Observation

/// Waits until what the body reads of observable objects is true: of a `Live`, or of a view model.
///
/// ```swift
/// let model = AlbumTitles(store)
/// await waitUntil { model.titles.count == 17 }
/// ```
///
/// Nothing is asked again and again: it looks again when something that it has read says that it changes. It ends with its
/// task, so give the suite a time limit: a condition that never comes true fails the test then.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor public func waitUntil(_ isDone: () -> Bool) async {
  while !Task.isCancelled {
    let changes = AsyncStream.makeStream(of: Void.self)
    if withObservationTracking(isDone, onChange: { changes.continuation.finish() }) { return }
    for await _ in changes.stream {}
    // Told before the change, it is there when the main actor comes to this task again.
    await Task.yield()
  }
}
