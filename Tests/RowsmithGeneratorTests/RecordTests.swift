import Testing

@Suite struct RecordTests {
  @Test func `an entity becomes a structure that reads itself by column index`() throws {
    let snippets = try Snippets(
      """
      entities:
        Band:
          doc: A group of musicians.
          PrimaryKey: name
          attributes:
            name: String
            formed: { type: Int, doc: The year of the first rehearsal. }
            otherNames: String?
          relationships:
            label: { to: Label?, MergePolicy: Merge }
            albums: { to: [Label], MergePolicy: Merge }
        Label:
          attributes: { id: Int }
      """)
    #expect(
      snippets.records.hasPrefix(
        """
        /// A group of musicians.
        nonisolated struct Band: Record, Identifiable {
          var name: String
          /// The year of the first rehearsal.
          var formed: Int
          /// `other_names` in JSON.
          var otherNames: String?
          var label: Reference<Label>?

          /// The primary key.
          var id: String { name }

          /// Creates a record.
          init(
            name: String,
            formed: Int,
            otherNames: String? = nil,
            label: Reference<Label>? = nil
          ) {
            self.name = name
            self.formed = formed
            self.otherNames = otherNames
            self.label = label
          }

          /// Creates a record that leads to the records with these keys.
          @_disfavoredOverload
          init(
            name: String,
            formed: Int,
            otherNames: String? = nil,
            label: Label.Key? = nil
          ) {
            self.name = name
            self.formed = formed
            self.otherNames = otherNames
            self.label = label.map { Reference($0) }
          }

          /// The records of `albums`, to be fetched.
          var albums: Query<Label> { Columns.albums.records(of: name) }
        }

        nonisolated extension Band {
          /// The columns of `Band`, and its to-many relationships.
          nonisolated enum Columns {
            static var name: Column<Band, String> { Column("name") }
            static var formed: Column<Band, Int> { Column("formed") }
            static var otherNames: Column<Band, String?> { Column("otherNames") }
            static var label: Column<Band, Reference<Label>?> { Column("label") }
            static var albums: ToMany<Band, Label> { ToMany("albums") }
          }
        }

        nonisolated extension Band {
          /// What identifies a record.
          typealias Key = String

          /// The entity in the model.
          static var entityName: String { "Band" }

          /// The columns, in the order in which they are read.
          static var columnNames: [String] { ["name", "formed", "otherNames", "label"] }

          /// Reads a record from a row whose columns are `columnNames`.
          init(row: Row) throws(RowDecodingError) {
            try self.init(
              name: row.string(at: 0), formed: row.int(at: 1), otherNames: row.optionalString(at: 2),
              label: row.optionalReference(at: 3))
          }

          /// Gives the values of `columnNames`.
          func encode(to encoder: inout RowEncoder) {
            encoder.encode(name)
            encoder.encode(formed)
            encoder.encode(otherNames)
            encoder.encode(label)
          }

          /// Whether two records have the same values.
          static func == (one: Band, other: Band) -> Bool {
            if differ(one.name, other.name) { return false }
            if differ(one.formed, other.formed) { return false }
            if differ(one.otherNames, other.otherNames) { return false }
            if differ(one.label, other.label) { return false }
            return true
          }

          /// Hashes the key: equal records have the same.
          func hash(into hasher: inout Hasher) {
            hasher.combine(name)
          }
        }

        /// A record of `Label`.
        nonisolated struct Label: Record, Identifiable {
          var id: Int

          /// Creates a record.
          init(
            id: Int
          ) {
            self.id = id
          }
        }
        """))
  }

  @Test func `an entity without attributes has nothing to read, and so nothing that may fail`() throws {
    let snippets = try Snippets("entities: { Ping: { attributes: {} } }")
    #expect(
      try snippets.declaration("init(row: Row)") == """
        init(row: Row) throws(RowDecodingError) {
          self.init()
        }
        """)
  }

  @Test func `every type has its reader`() throws {
    let snippets = try Snippets(
      """
      enums: { Status: [on, off] }
      entities:
        Thing:
          attributes:
            id: UUID
            a: Int
            b: Double?
            c: Decimal
            d: Bool?
            e: Date
            f: URL?
            g: Data
            h: JSON?
            i: Status
            j: Status?
            k: [Int]
            l: "[Date]?"
      """)
    #expect(
      try snippets.declaration("init(row: Row)") == """
        init(row: Row) throws(RowDecodingError) {
          try self.init(
            id: row.uuid(at: 0), a: row.int(at: 1), b: row.optionalDouble(at: 2), c: row.decimal(at: 3),
            d: row.optionalBool(at: 4), e: row.date(at: 5), f: row.optionalURL(at: 6), g: row.data(at: 7),
            h: row.optionalJSON(at: 8), i: row.enumeration(at: 9), j: row.optionalEnumeration(at: 10),
            k: row.array(at: 11), l: row.optionalArray(at: 12))
        }
        """)
  }

  @Test func `a subclass has the properties of its parent first, and the parent's key`() throws {
    let snippets = try Snippets(
      """
      entities:
        Truck: { extends: Vehicle, attributes: { load: Double? } }
        Vehicle:
          PrimaryKey: [country, plate]
          attributes: { country: String, plate: String }
      """)
    #expect(
      try snippets.declaration("nonisolated struct Truck") == """
        nonisolated struct Truck: Record, Identifiable {
          var country: String
          var plate: String
          var load: Double?

          /// The primary key.
          var id: Vehicle.ID { Vehicle.ID(country: country, plate: plate) }

          /// Which entity of the family the record is.
          var kind: Vehicle.Kind { .truck }

          /// Creates a record.
          init(
            country: String,
            plate: String,
            load: Double? = nil
          ) {
            self.country = country
            self.plate = plate
            self.load = load
          }
        }
        """)
    #expect(snippets.records.contains("typealias Key = Vehicle.ID\n"))
  }

  @Test func `the model's defaults are the defaults of the initializer`() throws {
    let snippets = try Snippets(
      """
      enums: { Status: [draft, in-progress] }
      entities:
        Thing:
          attributes:
            id: Int
            a: { type: Int, default: -3 }
            b: { type: Int?, default: 4 }
            c: { type: Double, default: 1.5 }
            d: { type: Bool, default: true }
            e: { type: String, default: 'say "hi"' }
            f: { type: Status, default: in-progress }
            g: { type: Decimal, default: 12 }
            h: { type: URL, default: "https://example.org" }
            i: { type: [Int], default: [] }
      """)
    for parameter in [
      "a: Int = -3,", "b: Int? = 4,", "c: Double = 1.5,", "d: Bool = true,", #"e: String = "say \"hi\"","#,
      "f: Status = .inProgress,", "g: Decimal = 12,", "h: URL,", "i: [Int] = []\n",
    ] {
      #expect(snippets.records.contains("    \(parameter)"))
    }
  }
}
