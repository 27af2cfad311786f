// Package cudawork is what programs do on a device of NVIDIA, for the tests that run where there is one: see
// scripts/device-proof.sh.
package cudawork

// Library is the environment variable with the path of libwork.so, which was compiled of work.cu, and Include the one with the
// directories of CUDA's headers.
const Library, Include = "TIMERS_DEVICE_WORK", "TIMERS_DEVICE_INCLUDE"
