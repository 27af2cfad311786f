// The update of the solver, for a GPU: each work item is one value. generate.sh makes update.ptx of it.
#ifdef __NVPTX__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define INDEX ((long)__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x())
#endif

__kernel void update(__global double *to, __global const double *old, __global const double *slope, double dt, long n)
{
	long i = INDEX;
	if (i < n)
		to[i] = old[i] + dt * slope[i];
}
