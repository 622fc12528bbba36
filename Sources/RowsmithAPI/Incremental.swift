/// How only what is new is asked for: with the highest value of an attribute that a route has brought.
public struct Incremental: Sendable, Hashable {
  /// The parameter that takes the value: `updated_since`.
  public var parameter: String
  /// The attribute, by its name in the model: `updatedAt`.
  public var attribute: String
  /// How many seconds earlier than the highest value to ask, where the attribute is a date: rows are seen late that a
  /// server commits late. Dates are rounded to the millisecond here, so with 0 a row may be passed over that a finer
  /// clock gave the same one.
  public var overlap: Int

  /// Creates it.
  public init(parameter: String, attribute: String, overlap: Int = 0) {
    self.parameter = parameter
    self.attribute = attribute
    self.overlap = overlap
  }
}
