// Composite values of the target of a to-one relationship.
extension Column where Value: ToOne {
  /// A composite value of the target record; empty if there is no target record.
  public subscript<Group: ValueGroup>(
    dynamicMember member: KeyPath<Value.Target.Columns.Type, ValueColumns<Value.Target, Group>>
  ) -> ValueColumns<Root, Group?> { follow(Value.Target.Columns.self[keyPath: member]) }

  /// A composite value of the target record; empty if there is no target record.
  public subscript<Group: ValueGroup>(
    dynamicMember member: KeyPath<Value.Target.Columns.Type, ValueColumns<Value.Target, Group?>>
  ) -> ValueColumns<Root, Group?> { follow(Value.Target.Columns.self[keyPath: member]) }

  private func follow<Content, Group>(
    _ columns: ValueColumns<Value.Target, Content>
  ) -> ValueColumns<Root, Group> {
    ValueColumns<Root, Group>(columns.name, path: path + [step] + columns.path)
  }
}
