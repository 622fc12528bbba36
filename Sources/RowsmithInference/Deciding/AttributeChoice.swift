/// The attribute type for the values at a place.
struct AttributeChoice {
  let place: MemberPlace

  struct Choice {
    var element: TypeChoice
    var isList = false
  }

  func decide() -> Choice {
    let name = place.path.last ?? ""
    let scalars = place.scalars
    if place.objects == 0, place.arrays == 0 {
      return Choice(element: TypeChoice.decide(scalars, named: name, of: place.records))
    }
    if place.objects == 0, scalars.scalars == 0, let element = list(named: name) {
      return Choice(element: element, isList: true)
    }
    return Choice(element: TypeChoice(type: "JSON", remark: remark(scalars)))
  }

  /// The type of the items of the lists; `nil` if they have no common type.
  private func list(named name: String) -> TypeChoice? {
    let items = place.listItems
    guard items.objects == 0, items.arrays == 0, items.nulls == 0, items.present > 0 else { return nil }
    let element = TypeChoice.decide(items.scalars, named: name)
    return element.type == "JSON" ? nil : element
  }

  private func remark(_ scalars: ValueShape) -> String? {
    var parts: [String] = []
    if place.objects > 0 { parts.append("an object in \(Amount.of(place.objects))") }
    if place.arrays > 0 { parts.append("a list in \(Amount.of(place.arrays))") }
    if scalars.scalars > 0 { parts.append("a scalar in \(Amount.of(scalars.scalars))") }
    if parts.count > 1 { return parts.joined(separator: ", ") }
    if place.objects > 0 { return place.shapes.contains { $0.folded != nil } ? "its keys are data" : nil }
    let items = place.listItems
    if items.present == 0 { return "always empty" }
    return items.objects > 0 ? "objects that nothing tells apart" : nil
  }
}
