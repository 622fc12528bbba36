import Foundation
import RowsmithInference
import Testing

/// Words of a shell in proposed commands.
@Suite struct ShellWordTests {
  @Test(arguments: ["a", "data.items", "path/to/file.json", "a-b_c", "a:b@c", "100%", "k=v", "a+b,c"])
  func `a plain word stays as it is`(text: String) {
    #expect(ShellWord.quoted(text) == text)
  }

  @Test(arguments: [
    ("", "''"), ("a b", "'a b'"), ("-x", "'-x'"), ("--model", "'--model'"), ("it's", #"'it'\''s'"#),
    ("a\"b", "'a\"b'"),
    ("$HOME", "'$HOME'"), ("a\\.b", "'a\\.b'"), ("*", "'*'"), ("~", "'~'"), ("a;b", "'a;b'"),
    ("a\nb", "'a\nb'"),
    ("é", "'é'"), ("!x", "'!x'"), ("'", #"''\'''"#), ("#a", "'#a'"), ("[a]", "'[a]'"),
  ])
  func `any other text is in quotes`(text: String, word: String) {
    #expect(ShellWord.quoted(text) == word)
  }

  @Test func `a shell reads each word as the text`() throws {
    let texts = [
      "", "a b", "-x", "it's", "a\"b", "$HOME `ls` \\", "*?[a]", "~", "a;b|c&d<e>f", "a\nb",
      "é\u{301}'\u{301}", "!1",
    ]
    for text in texts {
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", "printf %s \(ShellWord.quoted(text))"]
      // `printf` takes an option in place of its format only, so the text comes behind it.
      let pipe = Pipe()
      shell.standardOutput = pipe
      try shell.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      shell.waitUntilExit()
      #expect(String(decoding: output, as: UTF8.self) == text)
    }
  }
}
