/// Results in sections, for a list with headings.
///
/// A query groups them by a column, `Album.order { $0.released }.sectioned { $0.label }`; ``init(_:by:)`` groups them by
/// anything else. ``difference(from:)`` returns the changes to a table that shows earlier results.
public struct SectionedResults<Key: Hashable & Sendable, Element: Identifiable & Hashable & Sendable>:
  Sendable, Hashable
where Element.ID: Sendable {
  /// The elements that share a key.
  public struct Section: Sendable, Hashable, Identifiable {
    /// The key that they share.
    public let id: Key
    /// The elements, in order.
    public fileprivate(set) var elements: [Element]

    /// Creates a section.
    public init(_ id: Key, _ elements: [Element]) {
      self.id = id
      self.elements = elements
    }
  }

  /// The sections. None is empty, and no two have the same key.
  public private(set) var sections: [Section] = []

  /// Groups elements into sections, which are in the order of their first elements.
  ///
  /// ```swift
  /// let byLetter = SectionedResults(albums) { $0.name.first }
  /// ```
  public init(_ elements: some Sequence<Element>, by key: (Element) throws -> Key) rethrows {
    try self.init(elements.map { (try key($0), $0) })
  }

  /// Creates results from existing sections, for a preview or a test. Sections with the same key are merged; empty ones are
  /// dropped.
  public init(_ sections: [Section]) {
    self.init(sections.flatMap { section in section.elements.map { (section.id, $0) } })
  }

  init(_ elements: [(key: Key, record: Element)]) {
    var places: [Key: Int] = [:]
    for (key, element) in elements {
      if let place = places[key] {
        sections[place].elements.append(element)
      } else {
        places[key] = sections.count
        sections.append(Section(key, [element]))
      }
    }
  }

  /// All elements, without their sections.
  public var elements: [Element] { sections.flatMap(\.elements) }

  /// The number of elements.
  public var count: Int { sections.reduce(0) { $0 + $1.elements.count } }

  /// Whether there are no elements.
  public var isEmpty: Bool { sections.isEmpty }
}

extension SectionedResults: ExpressibleByArrayLiteral {
  /// Creates results from existing sections.
  public init(arrayLiteral sections: Section...) { self.init(sections) }
}
