#ifndef ROWSMITH_CSQLITE_SHIM_H
#define ROWSMITH_CSQLITE_SHIM_H

#include <sqlite3.h>
#include "functions.h"

#endif
