/// Incremental reads: a route asks only for records newer than the highest value of an attribute it has brought so far.
public struct Incremental: Sendable, Hashable {
  /// The query parameter that takes the value: `updated_since`.
  public var parameter: String
  /// The attribute, by its name in the model: `updatedAt`.
  public var attribute: String
  /// If the attribute is a date: how many seconds before the highest value to ask from, since a row that the server commits late
  /// appears late. Dates are rounded to the millisecond here, so with 0 a row may be missed whose time differs by less than that.
  public var overlap: Int

  /// Creates the description of incremental reads.
  public init(parameter: String, attribute: String, overlap: Int = 0) {
    self.parameter = parameter
    self.attribute = attribute
    self.overlap = overlap
  }
}
