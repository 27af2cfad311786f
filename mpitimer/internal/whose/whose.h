#ifndef GOHPC_WHOSE_H
#define GOHPC_WHOSE_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gohpc_whose_candidates {
	int count;
	uint32_t m[64], curg[64]; /* offsets: of m in g, of curg in m */
};
void gohpc_whose_probe(uintptr_t current, uintptr_t slot, struct gohpc_whose_candidates *found);
void gohpc_whose_found(uintptr_t current, uint32_t m, uint32_t curg);
uintptr_t gohpc_whose_word_address(void);

#pragma GCC visibility pop

#endif
