public import Observation
public import Rowsmith

/// The result of a request, kept up to date, for a view or a view model.
///
/// ```swift
/// let albums = Live(Album.order { $0.released }, in: store)
/// ```
///
/// It reads when ``value``, ``error`` or ``isLoading`` is first accessed, and again whenever a write may have changed the
/// result, until it is released. Creating one costs nothing. Code that reads these inside `withObservationTracking`, as SwiftUI
/// does for the body of a view, is notified of the next change.
///
/// Reading runs on another thread; the properties change together, on the main actor. A live value keeps its store open.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class Live<Value: Equatable & Sendable> {
  private let registrar = ObservationRegistrar()
  private let store: Store
  private var state: State
  /// Reads as long as this object lives; `nil` before the first access.
  private var task: Task<Void, Never>?
  private var currentRequest: any ReadRequest<Value>
  /// The number of the current request, to discard results of earlier ones.
  private var generation = 0

  private struct State {
    var value: Value
    var error: (any Error)?
    var isLoading = true
  }

  /// Runs each change of the result, for animations: `live.animating = { withAnimation(.default, $0) }`. The first result of
  /// a request is not animated.
  public var animating: (@MainActor (_ change: () -> Void) -> Void)?

  /// Creates a live value, which does not read yet.
  ///
  /// - Parameters:
  ///   - initial: the value before the first result.
  ///   - request: what to read: a query, a reference, a count, a graph.
  ///   - store: the store to read from.
  public init(_ initial: Value, _ request: some ReadRequest<Value>, in store: Store) {
    self.store = store
    currentRequest = request
    state = State(value: initial)
  }

  deinit { task?.cancel() }

  /// The last result. If reading fails, the value from before stays.
  public var value: Value {
    access(\.value)
    return state.value
  }

  /// Why the last read failed; `nil` if it succeeded. The next write triggers another read.
  public var error: (any Error)? {
    access(\.error)
    return state.error
  }

  /// Whether the request has no result and no error yet: at the beginning, and after the request was replaced.
  public var isLoading: Bool {
    access(\.isLoading)
    return state.isLoading
  }

  /// What to read. A new request replaces the old one at once; until its first result, ``value`` is the one from before.
  /// Setting an equal request changes nothing.
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

  /// Starts reading, unless an access to a property has done so: a view model may want the value before it is shown.
  public func start() {
    if task != nil { return }
    let results = store.observe(currentRequest)
    let generation = generation
    task = Task { [weak self] in
      let iterator = results.makeAsyncIterator()
      while let result = await iterator.nextResult() {
        // Not held across the wait, which would keep the object alive.
        guard let self, self.generation == generation else { return }
        self.receive(result)
      }
      self?.end(generation)
    }
  }

  /// Ends loading when the store is closed, as no result will come.
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

  /// Changes the state, and notifies the observers of the properties that differ.
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

/// Whether two requests are equal; `false` if they cannot be compared.
private func isSame(_ one: any Sendable, _ other: any Sendable) -> Bool {
  guard let one = one as? any Hashable, let other = other as? any Hashable else { return false }
  return AnyHashable(one) == AnyHashable(other)
}
