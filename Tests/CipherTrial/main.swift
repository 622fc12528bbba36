// Databases with a key, which take the trait SQLCipher: Scripts/test-sqlcipher builds and runs this.
import Foundation

#if SQLCipher
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rowsmith-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let trial = CipherTrial(folder: folder)
  try trial.run()
  try FileManager.default.removeItem(at: folder)
  print("\(trial.passed.count) rules of encrypted files hold")
#else
  print("built without the trait SQLCipher: nothing was tested")
#endif
