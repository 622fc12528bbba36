import Foundation
import Rowsmith
import Shop
import TestSupport

// Conditions on parcels and depots.
extension ParcelTrial {
  /// A condition on parcels, at most so deep.
  mutating func parcelClause(_ depth: Int) -> RandomClause<Parcel> {
    if depth == 0 { return parcelLeaf() }
    switch draws.below(7) {
    case 0: return parcelClause(depth - 1).negated
    case 1, 2:
      let one = parcelClause(depth - 1)
      return one.and(parcelClause(depth - 1))
    case 3, 4:
      let one = parcelClause(depth - 1)
      return one.or(parcelClause(depth - 1))
    case 5: return draws.below(2) == 0 ? parcelsOfParcel(depth - 1) : depotsOfParcel(depth - 1)
    default: return parcelLeaf()
    }
  }

  /// A condition on depots, at most so deep.
  private mutating func depotClause(_ depth: Int) -> RandomClause<Depot> {
    if depth == 0 { return depotLeaf() }
    switch draws.below(5) {
    case 0: return depotClause(depth - 1).negated
    case 1:
      let one = depotClause(depth - 1)
      return one.and(depotClause(depth - 1))
    case 2:
      let one = depotClause(depth - 1)
      return one.or(depotClause(depth - 1))
    case 3: return parcelsOfDepot(depth - 1)
    default: return depotLeaf()
    }
  }

  private mutating func parcelLeaf() -> RandomClause<Parcel> {
    switch draws.below(4) {
    case 0: return ownLeaf()
    case 1: return optionalLeaf()
    case 2: return linkLeaf()
    default: return pairLeaf()
    }
  }

  /// Columns that are never empty, and SQL.
  private mutating func ownLeaf() -> RandomClause<Parcel> {
    let numbers = Self.weights + [.nan, .infinity]
    let keys = draws.several(Self.parcels)
    let number = draws.pick(Self.pieces)
    switch draws.below(12) {
    case 0: return RandomField(ordered: "id", Parcel.Columns.id, Self.parcels) { $0.id }.clause(&draws)
    case 1: return RandomField(ordered: "name", Parcel.Columns.name, Self.texts) { $0.name }.clause(&draws)
    case 2: return .text("name", Parcel.Columns.name, Self.texts, &draws) { $0.name }
    case 3:
      return RandomField("isNew", Parcel.Columns.isNew, [true, false]) { $0.isNew }.equalityClause(&draws)
    case 4:
      return RandomField(ordered: "pieces", Parcel.Columns.pieces, Self.pieces) { $0.pieces }.clause(&draws)
    case 5: return RandomField(ordered: "weight", Parcel.Columns.weight, numbers) { $0.weight }.clause(&draws)
    case 6:
      return RandomField(ordered: "price", Parcel.Columns.price, Self.prices) { $0.price }.clause(&draws)
    case 7: return RandomField(ordered: "made", Parcel.Columns.made, Self.dates) { $0.made }.clause(&draws)
    case 8:
      return RandomField("state", Parcel.Columns.state, Self.states) { $0.state }.equalityClause(&draws)
    case 9: return RandomClause("!isNew", !Parcel.Columns.isNew) { !$0.isNew }
    case 10: return RandomClause("key in \(keys)", .hasKey(in: keys)) { keys.contains($0.id) }
    default:
      return RandomClause("SQL: size > \(number)", .sql("size > ?", number)) { parcel in
        parcel.size.map { $0 > number } ?? false
      }
    }
  }

  /// Columns that may be empty.
  private mutating func optionalLeaf() -> RandomClause<Parcel> {
    let numbers = Self.masses + [.nan, .infinity]
    let tag = draws.pick(Self.tags)
    switch draws.below(11) {
    case 0: return RandomField(ordered: "note", Parcel.Columns.note, Self.texts) { $0.note }.clause(&draws)
    case 1: return .text("note", Parcel.Columns.note, Self.texts, &draws) { $0.note }
    case 2:
      return RandomField("isOld", Parcel.Columns.isOld, [true, false]) { $0.isOld }.equalityClause(&draws)
    case 3: return RandomField(ordered: "size", Parcel.Columns.size, Self.sizes) { $0.size }.clause(&draws)
    case 4: return RandomField(ordered: "mass", Parcel.Columns.mass, numbers) { $0.mass }.clause(&draws)
    case 5: return RandomField(ordered: "cost", Parcel.Columns.cost, Self.prices) { $0.cost }.clause(&draws)
    case 6: return RandomField(ordered: "sold", Parcel.Columns.sold, Self.dates) { $0.sold }.clause(&draws)
    case 7:
      return RandomField("former", Parcel.Columns.former, Self.states) { $0.former }.equalityClause(&draws)
    case 8: return RandomClause("!isOld", !Parcel.Columns.isOld) { $0.isOld != true }
    case 9:
      return RandomClause("tags contains \(String(reflecting: tag))", Parcel.Columns.tags.contains(tag)) {
        $0.tags?.contains(tag) == true
      }
    default: return RandomClause("tags is empty", Parcel.Columns.tags.isEmpty) { $0.tags?.isEmpty == true }
    }
  }

  /// To-one relationships, and columns of the records that they lead to.
  private mutating func linkLeaf() -> RandomClause<Parcel> {
    let rows = self.rows
    let key = draws.pick(Self.depots)
    let keys = draws.several(Self.parcels)
    switch draws.below(10) {
    case 0: return RandomClause("depot == \(key)", Parcel.Columns.depot == key) { $0.depot?.key == key }
    case 1: return RandomClause("depot != \(key)", Parcel.Columns.depot != key) { $0.depot?.key != key }
    case 2: return RandomClause("depot == nil", Parcel.Columns.depot == nil) { $0.depot == nil }
    case 3:
      return RandomClause("cover in \(keys)", Parcel.Columns.cover.isIn(keys)) { parcel in
        keys.contains { $0 == parcel.cover?.key }
      }
    case 4:
      return RandomField(ordered: "depot.town", Parcel.Columns.depot.town, Self.texts) {
        rows.depot(of: $0)?.town
      }.clause(&draws)
    case 5:
      return RandomField(ordered: "depot.height", Parcel.Columns.depot.height, Self.masses) {
        rows.depot(of: $0)?.height
      }.clause(&draws)
    case 6:
      return .text("cover.note", Parcel.Columns.cover.note, Self.texts, &draws) { rows.cover(of: $0)?.note }
    case 7:
      return RandomField(ordered: "cover.price", Parcel.Columns.cover.price, Self.prices) {
        rows.cover(of: $0)?.price
      }.clause(&draws)
    case 8:
      return RandomField("cover.depot.isOpen", Parcel.Columns.cover.depot.isOpen, [true, false]) { parcel in
        rows.cover(of: parcel).flatMap { rows.depot(of: $0)?.isOpen }
      }.equalityClause(&draws)
    default:
      return RandomField(ordered: "cover.cover.size", Parcel.Columns.cover.cover.size, Self.sizes) { parcel in
        rows.cover(of: parcel).flatMap { rows.cover(of: $0)?.size }
      }.clause(&draws)
    }
  }

  /// Two columns of a record. If one is empty, neither is less.
  private mutating func pairLeaf() -> RandomClause<Parcel> {
    let rows = self.rows
    switch draws.below(9) {
    case 0:
      return RandomClause("pieces < size", Parcel.Columns.pieces < Parcel.Columns.size) { parcel in
        parcel.size.map { parcel.pieces < $0 } ?? false
      }
    case 1:
      return RandomClause("name == note", Parcel.Columns.name == Parcel.Columns.note) { parcel in
        parcel.note.map { isSame(parcel.name, $0) } ?? false
      }
    case 2:
      return RandomClause("isNew != isOld", Parcel.Columns.isNew != Parcel.Columns.isOld) {
        $0.isOld != $0.isNew
      }
    case 3:
      return RandomClause("mass <= weight", Parcel.Columns.mass <= Parcel.Columns.weight) { parcel in
        parcel.mass.map { $0 <= parcel.weight } ?? false
      }
    case 4:
      return RandomClause("price >= cost", Parcel.Columns.price >= Parcel.Columns.cost) { parcel in
        parcel.cost.map { parcel.price >= $0 } ?? false
      }
    case 5:
      return RandomClause("cost == price", Parcel.Columns.cost == Parcel.Columns.price) {
        $0.cost == $0.price
      }
    case 6:
      return RandomClause("made > sold", Parcel.Columns.made > Parcel.Columns.sold) { parcel in
        parcel.sold.map { parcel.made > $0 } ?? false
      }
    case 7:
      return RandomClause("note < depot.town", Parcel.Columns.note < Parcel.Columns.depot.town) { parcel in
        guard let note = parcel.note, let town = rows.depot(of: parcel)?.town else { return false }
        return isBefore(note, town)
      }
    default:
      return RandomClause("depot == cover.depot", Parcel.Columns.depot == Parcel.Columns.cover.depot) {
        $0.depot == rows.cover(of: $0)?.depot
      }
    }
  }

  private mutating func depotLeaf() -> RandomClause<Depot> {
    switch draws.below(5) {
    case 0: return RandomField(ordered: "id", Depot.Columns.id, Self.depots) { $0.id }.clause(&draws)
    case 1: return RandomField(ordered: "town", Depot.Columns.town, Self.texts) { $0.town }.clause(&draws)
    case 2: return .text("town", Depot.Columns.town, Self.texts, &draws) { $0.town }
    case 3:
      return RandomField(ordered: "height", Depot.Columns.height, Self.masses) { $0.height }.clause(&draws)
    default:
      return RandomField("isOpen", Depot.Columns.isOpen, [true, false]) { $0.isOpen }.equalityClause(&draws)
    }
  }
}

// Conditions on related records.
extension ParcelTrial {
  private mutating func parcelsOfParcel(_ depth: Int) -> RandomClause<Parcel> {
    let rows = self.rows
    if draws.below(3) > 0 {
      let inner = parcelClause(depth)
      return items("parts", Parcel.Columns.parts, inner) { rows.parts(of: $0) }
    }
    let inner = parcelClause(depth)
    let condition = Parcel.Columns.cover.matches { _ in inner.condition }
    return RandomClause("cover matches \(inner.text)", condition) {
      rows.cover(of: $0).map(inner.holds) ?? false
    }
  }

  private mutating func depotsOfParcel(_ depth: Int) -> RandomClause<Parcel> {
    let rows = self.rows
    let inner = depotClause(depth)
    if draws.below(2) == 0 {
      return items("visited", Parcel.Columns.visited, inner) { rows.visited(by: $0) }
    }
    let condition = Parcel.Columns.depot.matches { _ in inner.condition }
    return RandomClause("depot matches \(inner.text)", condition) {
      rows.depot(of: $0).map(inner.holds) ?? false
    }
  }

  private mutating func parcelsOfDepot(_ depth: Int) -> RandomClause<Depot> {
    let rows = self.rows
    let inner = parcelClause(depth)
    if draws.below(2) == 0 {
      return items("parcels", Depot.Columns.parcels, inner) { rows.parcels(in: $0) }
    }
    return items("visitors", Depot.Columns.visitors, inner) { rows.visitors(of: $0) }
  }

  /// What the items of a relationship are, or how many.
  private mutating func items<Source: Record, Target: Record>(
    _ name: String, _ relationship: ToMany<Source, Target>, _ inner: RandomClause<Target>,
    _ items: @escaping (Source) -> [Target]
  ) -> RandomClause<Source> {
    let number = draws.below(4)
    switch draws.below(6) {
    case 0:
      let condition = relationship.contains { _ in inner.condition }
      return RandomClause("\(name) contains \(inner.text)", condition) {
        items($0).contains(where: inner.holds)
      }
    case 1:
      let condition = relationship.allSatisfy { _ in inner.condition }
      return RandomClause("all \(name) are \(inner.text)", condition) {
        items($0).allSatisfy(inner.holds)
      }
    case 2: return RandomClause("\(name) is empty", relationship.isEmpty) { items($0).isEmpty }
    case 3:
      return RandomClause("\(name) < \(number)", relationship.count < number) {
        items($0).count < number
      }
    case 4:
      let count = relationship.count(where: { _ in inner.condition })
      return RandomClause("\(number) \(name) are \(inner.text)", count == number) {
        items($0).filter(inner.holds).count == number
      }
    default:
      let count = relationship.count(where: { _ in inner.condition })
      return RandomClause("\(name) >= \(number) are \(inner.text)", count >= number) {
        items($0).filter(inner.holds).count >= number
      }
    }
  }
}
