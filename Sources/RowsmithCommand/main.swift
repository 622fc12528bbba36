#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation

// Nobody asks for them, and counting takes a lock for every piece of memory.
rowsmith_leave_out_memory_statistics()
exit(Program().run(Array(CommandLine.arguments.dropFirst())).code)
