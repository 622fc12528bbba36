import RowsmithSchema

extension TrackedChanges {
  /// The renewals of an old entity's values that are stored in another way now.
  func conversions(of entity: String, now: String) -> [String: Renewal] {
    var renewals: [String: Renewal] = [:]
    func convert(_ old: Schema.Attribute, _ new: Schema.Attribute, _ former: String, _ name: String) {
      let conversion = match.conversion(from: old, to: new)
      guard !conversion.keepsValues, let number = conversions.firstIndex(of: conversion) else { return }
      renewals[former] = Renewal(name: name) { "\(ValueConversion.function)(\(number), \($0))" }
    }
    for attribute in match.new.attributes(of: now) {
      if case .attribute(let former)? = match.formerMember(of: attribute, of: now, in: entity) {
        convert(former, attribute, former.name, attribute.name)
      }
    }
    for link in match.new.relationships(of: now) where link.cardinality == .toOne && link.choice == nil {
      if case .relationship(let former)? = match.formerMember(of: link, of: now, in: entity),
        former.cardinality == .toOne, former.choice == nil,
        let old = match.old.keyAttribute(of: former.target), let new = match.new.keyAttribute(of: link.target)
      {
        convert(old, new, former.name, link.name)
      }
    }
    return renewals
  }
}
