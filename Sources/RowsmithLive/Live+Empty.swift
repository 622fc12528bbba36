public import Rowsmith

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Live where Value: ExpressibleByArrayLiteral {
  /// Creates a live list, which is empty until it has been read: of records, graphs or sections.
  public convenience init(_ request: some ReadRequest<Value>, in store: Store) {
    self.init([], request, in: store)
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Live where Value: ExpressibleByNilLiteral {
  /// Creates a live record, which is nil until it has been read, and while it does not exist.
  public convenience init(_ request: some ReadRequest<Value>, in store: Store) {
    self.init(nil, request, in: store)
  }
}
