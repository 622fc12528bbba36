#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation

// The statistics are not used, and counting takes a lock for every allocation.
rowsmith_leave_out_memory_statistics()
exit(Program().run(Array(CommandLine.arguments.dropFirst())).code)
