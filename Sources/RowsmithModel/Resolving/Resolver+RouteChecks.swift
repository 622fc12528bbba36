import RowsmithAPI
import RowsmithSchema

extension Resolver {
  /// Checks a route's request against its methods.
  mutating func checkRequest(_ context: RouteContext) {
    let declaration = context.declaration
    let methods = declaration.methods.value
    if let sends = declaration.sends, methods.contains(where: { $0.isSafe || $0 == .delete }) {
      diagnostics.append(.sendsWithout(context.methods, at: sends.range))
    }
    if let deletes = declaration.deletes, !methods.contains(.delete) {
      diagnostics.append(.deletesWithout(context.methods, at: deletes.range))
    }
    if let under = declaration.under, methods.allSatisfy({ $0.isSafe || $0 == .delete }) {
      diagnostics.append(.underWithoutBody(context.methods, at: under.range))
    }
    if let offline = declaration.offline, let safe = methods.first(where: \.isSafe) {
      diagnostics.append(.queueOfSafe(safe.rawValue, at: offline.range))
    }
    guard let unsafe = methods.first(where: { !$0.isSafe }) else { return }
    if let cache = declaration.isCached, cache.value {
      diagnostics.append(.cacheOfUnsafe("cache", unsafe.rawValue, at: cache.range))
    }
    if let maxAge = declaration.maxAge {
      diagnostics.append(.cacheOfUnsafe("maxAge", unsafe.rawValue, at: maxAge.range))
    }
  }

  /// Checks a route's answer against its methods and result.
  mutating func checkAnswer(_ context: RouteContext) {
    let declaration = context.declaration
    if declaration.methods.value == [.head] {
      for (key, range) in [("returns", declaration.returns?.range), ("at", declaration.at?.range)] {
        if let range { diagnostics.append(.bodyOfHead(key, at: range)) }
      }
      return
    }
    if declaration.isIncomplete { return }
    if context.returns == nil {
      for (key, range) in [("at", declaration.at?.range), ("policy", declaration.policy?.range)] {
        if let range { diagnostics.append(.needsReturns(key, at: range)) }
      }
    }
    checkPolicy(context)
    let isList = if case .records = context.returns { true } else { false }
    if isList { return }
    let keys = [
      ("pages", declaration.pages?.range), ("incremental", declaration.incremental?.range),
      ("list", declaration.isList?.value == true ? declaration.isList?.range : nil),
    ]
    for (key, range) in keys {
      if let range {
        diagnostics.append(.needsList(key, "[\(context.items ?? context.entity ?? "Band")]", at: range))
      }
    }
  }

  private mutating func checkPolicy(_ context: RouteContext) {
    guard let policy = context.declaration.policy, policy.value != .merge else { return }
    let name = policy.value.rawValue
    if context.declaration.incremental != nil {
      diagnostics.append(.pruningOfChanges(name, at: policy.range))
    }
    switch context.returns {
    case .record: diagnostics.append(.policyOfOne(name, at: policy.range))
    case .records(let entity):
      guard let root = context.graph.root(of: entity), root.primaryKey.isEmpty else { return }
      if policy.value == .mergeAndPrune, declarations[root.name]?.primaryKey == nil {
        diagnostics.append(.rootPolicyNeedsKey(name, root.name, at: policy.range))
      }
    case .relationship, .document, nil: break
    }
  }
}
