import TestSupport

/// The random choices of a simulation: a seed makes them the same again.
struct SimulatedDice {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(silent: seed) }

  /// A number from 0 up to 1.
  mutating func share() -> Double { Double.random(in: 0..<1, using: &generator) }

  /// Whether something happens that has this chance.
  mutating func happens(_ chance: Double) -> Bool { share() < chance }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func pick<Item>(_ items: [Item]) -> Item? { items.randomElement(using: &generator) }

  mutating func shuffled<Item>(_ items: [Item]) -> [Item] { items.shuffled(using: &generator) }

  /// The seed of somebody else's choices.
  mutating func seed() -> UInt64 { generator.next() }
}
