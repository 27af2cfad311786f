/* The header of the GPTL that is built: see e3sm.go. */
#ifdef GPTL_E3SM
#include "e3sm/gptl.h"
#else
#include "gptl.h"
#endif
