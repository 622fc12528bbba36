import Rowsmith

/// A summary of the values at one place of the samples. A place is a path of keys; positions in lists do not count.
///
/// Its size depends on the number of places, not on the number of values.
final class ValueShape {
  /// The number of values, including null.
  var count = 0
  /// How many of the values stood under a key that their object already had.
  var repeats = 0
  var nulls = 0
  var bools = 0
  var numbers: NumberShape?
  var strings: StringShape?
  var object: ObjectShape?
  var array: ArrayShape?

  /// The number of objects with the member.
  var present: Int { count - repeats }
  /// The number of objects.
  var objects: Int { object?.total ?? 0 }
  /// The number of lists.
  var arrays: Int { array?.count ?? 0 }
  /// The number of texts, numbers and truth values.
  var scalars: Int { bools + (numbers?.count ?? 0) + (strings?.count ?? 0) }

  /// Whether the value is always this text, or the number with this notation.
  func says(_ key: String) -> Bool {
    guard nulls + bools + objects + arrays == 0 else { return false }
    switch (strings, numbers) {
    case (let strings?, nil): return strings.values?.map(\.text) == [key]
    case (nil, let numbers?):
      return numbers.integers == numbers.count && numbers.least == numbers.greatest
        && "\(numbers.least)" == key
    default: return false
    }
  }

  /// Marks all texts as fields of tables.
  func markTable() {
    strings?.isOfTable = true
    object?.slots.forEach { $0.markTable() }
    object?.folded?.markTable()
    object?.kinds.forEach { $0.shape.slots.forEach { $0.markTable() } }
    array?.items.markTable()
  }

  /// Merges the summary of another place.
  func merge(_ other: ValueShape) {
    mergeScalars(other)
    if let object = other.object {
      if let own = self.object { own.merge(object) } else { self.object = object }
    }
    if let array = other.array {
      if let own = self.array { own.merge(array) } else { self.array = array }
    }
  }

  /// Merges everything but objects and lists.
  func mergeScalars(_ other: ValueShape) {
    count += other.count
    repeats += other.repeats
    nulls += other.nulls
    bools += other.bools
    if let numbers = other.numbers {
      self.numbers = self.numbers ?? NumberShape()
      self.numbers?.merge(numbers)
    }
    if let strings = other.strings {
      self.strings = self.strings ?? StringShape()
      self.strings?.merge(strings)
    }
  }
}

/// A summary of the lists at one place.
final class ArrayShape {
  var count = 0
  var empties = 0
  /// The number of lists with an item more than once. Objects with an identifier are compared by the identifier.
  private(set) var repeating = 0
  let items: ValueShape

  init(items: ValueShape = ValueShape()) { self.items = items }

  /// Notes whether a list has an item more than once.
  ///
  /// - Parameter hashes: those of its items.
  func note(_ hashes: ArraySlice<UInt64>) {
    if hashes.count > 1, Set(hashes).count < hashes.count { repeating += 1 }
  }

  /// Notes whether a list that was read in pieces has an item more than once, as far as the sketch of its items shows.
  func note(_ items: ValueSketch) {
    if !items.isUnique { repeating += 1 }
  }

  func merge(_ other: ArrayShape) {
    count += other.count
    empties += other.empties
    repeating += other.repeating
    items.merge(other.items)
  }
}
