import Foundation
import RowsmithInference
import Testing

/// A file is what is in it, whatever it is called.
@Suite struct RecognitionTests {
  @Test(arguments: [
    ("openapi: 3.1.0\npaths: {}\n", DescriptionKind.openAPI),
    ("{\"info\": {}, \"openapi\": \"3.0.0\"}", .openAPI),
    ("swagger: '2.0'\n", .openAPI), ("\u{FEFF}{\"openapi\": \"3.0.0\"}", .openAPI),
    ("{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"}", .jsonSchema),
    ("{\"$defs\": {\"a\": {\"type\": \"object\"}}}", .jsonSchema),
    ("{\"type\": \"object\", \"properties\": {\"id\": {\"type\": \"integer\"}}}", .jsonSchema),
    ("{\"definitions\": {\"a\": {\"properties\": {}}}}", .jsonSchema),
    ("\u{FEFF}openapi: 3.1.0\npaths: {}\n", .openAPI),
    ("type: array\nitems: { type: object }\n", .jsonSchema),
    ("# Ours.\r\ninfo: {}\r\n\"openapi\": 3.0.0\r\n", .openAPI), ("{openapi: 3.0.0, paths: {}}", .openAPI),
    ("<?xml version=\"1.0\"?>\n<model type=\"com.apple.IDECoreDataModeler.DataModel\"></model>", .coreData),
  ])
  func `a description is recognised by its content`(text: String, kind: DescriptionKind) throws {
    #expect(try Facts.inFile(text) { try Recognition.kind(at: $0) } == kind)
  }

  @Test(arguments: [
    "[{\"id\": 1, \"type\": \"object\"}]", "{\"type\": \"object\", \"properties\": [1, 2]}", "{\"id\": 1}",
    "",
    "{\"definitions\": {\"word\": \"meaning\"}}", "{\"a\": 1}\n{\"a\": 2}\n", "id,name\n1,a\n",
    "{\"type\": \"object\",",
    "{\"properties\": {\"type\": \"house\"}}", "<html></html>", "{\"data\": {\"openapi\": \"3.0.0\"}}",
    "name,openapi\na,3.0.0\n", "{\"$schema\": \"https://example.com/ours\", \"id\": 1}",
    "{\"$defs\": {\"a\": 1}}", "{\"type\": \"object\", \"properties\": {}}",
  ])
  func `a sample is no description`(text: String) throws {
    #expect(try Facts.inFile(text) { try Recognition.kind(at: $0) } == nil)
  }

  @Test func `a broken file that says at its top what it is meant to be is that`() throws {
    #expect(try Facts.inFile("openapi: 3.0.0\npaths: [") { try Recognition.kind(at: $0) } == .openAPI)
  }

  @Test func `a database is recognised by its first bytes`() throws {
    #expect(try Facts.inDatabase("CREATE TABLE a (b)") { try Recognition.kind(at: $0) } == .database)
  }

  @Test(arguments: [
    "Bands.xcdatamodeld", "Bands.xcdatamodeld/", "Bands.xcdatamodeld/Bands 2.xcdatamodel",
    "Library.xcdatamodel/contents",
  ])
  func `a Core Data model is recognised as folder and as file`(name: String) throws {
    #expect(try Recognition.kind(at: Facts.path(name)) == .coreData)
  }

  @Test func `a folder of something else is nothing`() throws {
    #expect(try Recognition.kind(at: Facts.path("")) == nil)
  }

  @Test func `samples, pipes and what is not there are left to whoever reads samples`() throws {
    #expect(try Description.draft(recognising: Facts.path("petstore.yaml"))?.entities.isEmpty == false)
    #expect(try Facts.inFile("[{\"id\": 1}]") { try Description.draft(recognising: $0) } == nil)
    #expect(try Description.draft(recognising: "/dev/null") == nil)
    #expect(try Description.draft(recognising: "-") == nil)
  }

  @Test func `what is not there is an error with its path`() {
    #expect(throws: DescriptionError("/nowhere.json", "there is no such file")) {
      try Recognition.kind(at: "/nowhere.json")
    }
  }
}
