#ifndef ROWSMITH_CYAML_SHIM_H
#define ROWSMITH_CYAML_SHIM_H

#include <yaml.h>

#endif
