public import Observation
public import Rowsmith

/// The result of a request, kept up to date: what a view or a view model holds.
///
/// ```swift
/// let albums = Live(Album.order { $0.released }, in: store)
/// ```
///
/// It reads when it is first asked for its value, and again whenever a write has changed that, until nobody refers to it any
/// more. Making one costs nothing. Whoever reads ``value``, ``error`` or ``isLoading`` inside `withObservationTracking`, as
/// SwiftUI does with the body of a view, is told of the next change.
///
/// Reading runs on another thread, the properties change on the main actor, all at once. A live value keeps its store open.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class Live<Value: Equatable & Sendable> {
  private let registrar = ObservationRegistrar()
  private let store: Store
  private var state: State
  /// Reads as long as this object lives; nil before anybody has asked.
  private var task: Task<Void, Never>?
  private var currentRequest: any ReadRequest<Value>
  /// Which request the values are of.
  private var generation = 0

  private struct State {
    var value: Value
    var error: (any Error)?
    var isLoading = true
  }

  /// Runs each change of the result, so that it can be animated: `live.animating = { withAnimation(.default, $0) }`. The
  /// first result of a request is not animated.
  public var animating: (@MainActor (_ change: () -> Void) -> Void)?

  /// Creates a live value. It reads when it is first asked for.
  ///
  /// - Parameters:
  ///   - initial: the value until there is one.
  ///   - request: what is read: a query, a reference, a count, a graph.
  ///   - store: the store that it is read from.
  public init(_ initial: Value, _ request: some ReadRequest<Value>, in store: Store) {
    self.store = store
    currentRequest = request
    state = State(value: initial)
  }

  deinit { task?.cancel() }

  /// What was read last. Where reading failed, it is the value from before.
  public var value: Value {
    access(\.value)
    return state.value
  }

  /// Why the value could not be read last time; nil where it could. It is read again after the next write.
  public var error: (any Error)? {
    access(\.error)
    return state.error
  }

  /// Whether the request has been read neither with success nor without: at the beginning, and after the request was
  /// replaced.
  public var isLoading: Bool {
    access(\.isLoading)
    return state.isLoading
  }

  /// What is read. Another request replaces it at once; until its first result is there, ``value`` is the one from before.
  /// The same request again changes nothing.
  public var request: any ReadRequest<Value> {
    get {
      registrar.access(self, keyPath: \.request)
      return currentRequest
    }
    set {
      if isSame(currentRequest, newValue) { return }
      registrar.withMutation(of: self, keyPath: \.request) { currentRequest = newValue }
      let isRunning = task != nil
      stop()
      if isRunning { start() }
    }
  }

  /// Begins to read, where reading a property has not begun it already: a view model may want the value before it is shown.
  public func start() {
    if task != nil { return }
    let results = store.observe(currentRequest)
    let generation = generation
    task = Task { [weak self] in
      let iterator = results.makeAsyncIterator()
      while let result = await iterator.nextResult() {
        // Not across the wait: that would keep the object alive.
        guard let self, self.generation == generation else { return }
        self.receive(result)
      }
      self?.end(generation)
    }
  }

  /// The store was closed: there is nothing to wait for.
  private func end(_ generation: Int) {
    if self.generation == generation, state.isLoading { change { $0.isLoading = false } }
  }

  private func stop() {
    task?.cancel()
    task = nil
    generation += 1
    if !state.isLoading { change { $0.isLoading = true } }
  }

  private func receive(_ result: Result<Value, any Error>) {
    let change = {
      self.change { state in
        state.isLoading = false
        switch result {
        case .success(let value):
          state.value = value
          state.error = nil
        case .failure(let error): state.error = error
        }
      }
    }
    if let animating, !state.isLoading { animating(change) } else { change() }
  }

  /// Changes what differs, and tells those who have read it.
  private func change(_ body: (inout State) -> Void) {
    var new = state
    body(&new)
    let isOther = new.value != state.value
    let hasError = new.error != nil || state.error != nil
    let loads = new.isLoading != state.isLoading
    if isOther { registrar.willSet(self, keyPath: \.value) }
    if hasError { registrar.willSet(self, keyPath: \.error) }
    if loads { registrar.willSet(self, keyPath: \.isLoading) }
    state = new
    if loads { registrar.didSet(self, keyPath: \.isLoading) }
    if hasError { registrar.didSet(self, keyPath: \.error) }
    if isOther { registrar.didSet(self, keyPath: \.value) }
  }

  private func access<Member>(_ keyPath: KeyPath<Live, Member>) {
    registrar.access(self, keyPath: keyPath)
    start()
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Live: Observable {}

/// Whether two requests ask the same; false where they cannot be compared.
private func isSame(_ one: any Sendable, _ other: any Sendable) -> Bool {
  guard let one = one as? any Hashable, let other = other as? any Hashable else { return false }
  return AnyHashable(one) == AnyHashable(other)
}
