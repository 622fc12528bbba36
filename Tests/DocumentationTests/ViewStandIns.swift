// Where there is no SwiftUI, the samples with views are compiled against these. They draw nothing but texts.
#if !canImport(SwiftUI)
  @MainActor protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
    /// What can be read on it, from the top.
    var texts: [String] { get }
    /// What is called when a value changes. Nothing here follows values: tests call it.
    var actions: [() -> Void] { get }
  }

  extension View {
    var texts: [String] { body.texts }
    var actions: [() -> Void] { body.actions }

    func animation(_ animation: Animation?, value: some Equatable) -> Self { self }
    func searchable(text: Binding<String>) -> Self { self }
    func onChange(of value: some Equatable, _ action: @escaping () -> Void) -> Watched<Self> {
      Watched(view: self, action: action)
    }
  }

  /// What has no parts.
  protocol Leaf: View {}

  extension Leaf {
    var body: Self { self }
    var actions: [() -> Void] { [] }
  }

  struct Text: Leaf {
    let texts: [String]

    init(_ text: String) { texts = [text] }
  }

  struct List: Leaf {
    let texts: [String]

    init(@ViewBuilder content: () -> Parts) { texts = content().texts }
  }

  struct Section: Leaf {
    let texts: [String]

    init(_ title: String, @ViewBuilder content: () -> Parts) { texts = [title] + content().texts }
  }

  struct ForEach: Leaf {
    let texts: [String]

    init<Item: Identifiable>(_ items: [Item], @ViewBuilder content: (Item) -> Parts) {
      texts = items.flatMap { content($0).texts }
    }
  }

  struct Watched<Content: View>: Leaf {
    let view: Content
    let action: () -> Void

    var actions: [() -> Void] { [action] }
    var texts: [String] { view.texts }
  }

  /// Several views.
  struct Parts: Leaf {
    let texts: [String]
    let actions: [() -> Void]
  }

  @MainActor @resultBuilder enum ViewBuilder {
    static func buildExpression(_ view: some View) -> Parts {
      Parts(texts: view.texts, actions: view.actions)
    }
    static func buildBlock(_ parts: Parts...) -> Parts {
      Parts(texts: parts.flatMap(\.texts), actions: parts.flatMap(\.actions))
    }
    static func buildOptional(_ parts: Parts?) -> Parts { parts ?? Parts(texts: [], actions: []) }
  }

  @MainActor @propertyWrapper struct State<Value> {
    private final class Place {
      var value: Value

      init(_ value: Value) { self.value = value }
    }

    private let place: Place

    init(initialValue: Value) { place = Place(initialValue) }
    init(wrappedValue: Value) { place = Place(wrappedValue) }

    var wrappedValue: Value {
      get { place.value }
      nonmutating set { place.value = newValue }
    }

    var projectedValue: Binding<Value> { Binding() }
  }

  struct Binding<Value> {}

  enum Animation {
    case `default`
  }

  func withAnimation(_ animation: Animation?, _ body: () -> Void) { body() }
#endif
