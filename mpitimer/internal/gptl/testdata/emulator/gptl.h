/*
 * What the tests need of GPTL's interface, for the emulator in gptl.c. Built with -DE3SM it has
 * GPTLstartstop_vals, as E3SM's fork, and not GPTLstartstop_val.
 */
#ifndef EMULATED_GPTL_H
#define EMULATED_GPTL_H

int GPTLinitialize(void);
int GPTLfinalize(void);
int GPTLstart(const char *name);
int GPTLstop(const char *name);
int GPTLreset(void);
int GPTLenable(void);
int GPTLdisable(void);
int GPTLpr_file(const char *file);
int GPTLget_count(const char *name, int thread, int *count);

#endif
