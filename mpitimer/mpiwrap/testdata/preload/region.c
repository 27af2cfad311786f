//go:build mpi && cgo && linux

/* The node that calls belong to, which programs of the tests set. */
#include <stdint.h>

uint32_t mpiwrap_test_region;
