// Values of several parts of the record that a to-one relationship leads to.
extension Column where Value: ToOne {
  /// A value of several parts of the record that the relationship leads to; absent where it leads to none.
  public subscript<Group: ValueGroup>(
    dynamicMember member: KeyPath<Value.Target.Columns.Type, ValueColumns<Value.Target, Group>>
  ) -> ValueColumns<Root, Group?> { follow(Value.Target.Columns.self[keyPath: member]) }

  /// A value of several parts of the record that the relationship leads to; absent where it leads to none.
  public subscript<Group: ValueGroup>(
    dynamicMember member: KeyPath<Value.Target.Columns.Type, ValueColumns<Value.Target, Group?>>
  ) -> ValueColumns<Root, Group?> { follow(Value.Target.Columns.self[keyPath: member]) }

  private func follow<Content, Group>(
    _ columns: ValueColumns<Value.Target, Content>
  ) -> ValueColumns<Root, Group> {
    ValueColumns<Root, Group>(columns.name, path: path + [step] + columns.path)
  }
}
