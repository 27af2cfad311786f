/* A stand-in for the library of ROCm's system management interface, for tests: two accelerators, as rocm_smi.h documents
   the functions. The first is a new one, which has no average power, the second an old one, which has no energy. Functions
   that begin with standin are the test's. */
#include <stdbool.h>
#include <stdint.h>

enum { SUCCESS = 0, INVALID_ARGS = 1, NOT_SUPPORTED = 2, PERMISSION = 4, INIT_ERROR = 8 };
typedef struct { bool has_deep_sleep; uint32_t num_supported, current; uint64_t frequency[33]; } frequencies;

static int initialised, fails;
static uint32_t devices = 2;
static uint64_t energy = 1000, current = 1;

static int enter(uint32_t device) { return !initialised ? INIT_ERROR : fails ? fails : device < devices ? SUCCESS : INVALID_ARGS; }
#define READ(of, ...) do { int code = enter(of); if (!code) { __VA_ARGS__ } return code; } while (0)

int rsmi_init(uint64_t flags) { if (flags) return INVALID_ARGS; initialised = 1; return SUCCESS; }
int rsmi_num_monitor_devices(uint32_t *n) { *n = devices; return SUCCESS; }
int rsmi_dev_energy_count_get(uint32_t d, uint64_t *count, float *step, uint64_t *at) {
	READ(d, { if (d) code = NOT_SUPPORTED; else { *count = energy; *step = 15.3f; *at = 1; } });
}
int rsmi_dev_power_ave_get(uint32_t d, uint32_t sensor, uint64_t *uW) { READ(d, { if (!d || sensor) code = NOT_SUPPORTED; else *uW = 70000000; }); }
int rsmi_dev_current_socket_power_get(uint32_t d, uint64_t *uW) { READ(d, { if (d) code = NOT_SUPPORTED; else *uW = 250500000; }); }
int rsmi_dev_gpu_clk_freq_get(uint32_t d, int type, frequencies *f) {
	READ(d, { if (type) code = INVALID_ARGS; else { f->has_deep_sleep = false; f->num_supported = 3; f->current = current; f->frequency[1] = 1410000000; } });
}
int rsmi_dev_busy_percent_get(uint32_t d, uint32_t *percent) { READ(d, { *percent = 75; }); }
#ifndef OLD
int rsmi_dev_temp_metric_get(uint32_t d, uint32_t type, int metric, int64_t *t) { READ(d, { if (type != d || metric) code = NOT_SUPPORTED; else *t = 61000; /* the second has that of the junction only */ }); }
#endif
int rsmi_dev_memory_usage_get(uint32_t d, int type, uint64_t *bytes) { READ(d, { if (type) code = INVALID_ARGS; else *bytes = 20ull << 30; }); }
int rsmi_dev_pci_id_get(uint32_t d, uint64_t *id) { READ(d, { *id = 1ull << 32 | 3ull << 28 | (d ? 0xc6 : 0xc1) << 8 | 2 << 3; }); }

void standinFail(int32_t code) { fails = code; }
void standinEnergy(uint64_t count) { energy = count; }
void standinDevices(uint32_t n) { devices = n; }
void standinFrequency(uint64_t n) { current = n; }
