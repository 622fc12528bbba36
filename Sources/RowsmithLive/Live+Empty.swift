public import Rowsmith

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Live where Value: ExpressibleByArrayLiteral {
  /// Creates a live list of records, graphs or sections. It is empty until it has been read.
  public convenience init(_ request: some ReadRequest<Value>, in store: Store) {
    self.init([], request, in: store)
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Live where Value: ExpressibleByNilLiteral {
  /// Creates a live record. It is `nil` until it has been read, and while the record does not exist.
  public convenience init(_ request: some ReadRequest<Value>, in store: Store) {
    self.init(nil, request, in: store)
  }
}
