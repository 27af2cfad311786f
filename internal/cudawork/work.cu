// What a program does on a device of NVIDIA, for tests that need one: kernels of a known length, copies of a known size, and
// what goes wrong there. scripts/device-proof.sh compiles it with nvcc to libwork.so. All functions return the error of CUDA,
// 0 for none.
#include <cuda.h>
#include <cuda_runtime.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>

// spin returns after so many ns, by the device's clock.
static __device__ void spin(unsigned long long ns)
{
	unsigned long long begin, now;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
	do
		asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
	while (now - begin < ns);
}

extern "C" __global__ void flux(unsigned long long ns) { spin(ns); }
extern "C" __global__ void update(unsigned long long ns) { spin(ns); }
extern "C" __global__ void nothing(void) {}
extern "C" __global__ void fault(int *nowhere) { *nowhere = 1; }

static const size_t room = 256 << 20;
static char *host, *here, *there;

extern "C" {

int workBegin(void)
{
	int code = cudaSetDevice(0);
	if (code == 0 && host == NULL) {
		code = cudaMallocHost((void **)&host, room);
		if (code == 0)
			code = cudaMalloc((void **)&here, room);
		if (code == 0)
			code = cudaMalloc((void **)&there, room);
		if (code == 0) { // loads the kernels, which takes some ms the first time
			flux<<<1, 1>>>(1000);
			update<<<1, 1>>>(1000);
			nothing<<<1, 1>>>();
			code = cudaDeviceSynchronize();
		}
	}
	return code;
}

uintptr_t workContext(void)
{
	CUcontext context = NULL;
	cuCtxGetCurrent(&context);
	return (uintptr_t)context;
}

uintptr_t workStream(void)
{
	cudaStream_t stream = NULL;
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	return (uintptr_t)stream;
}

// workKernel launches flux (0) or update (1) by the runtime.
int workKernel(int which, uintptr_t stream, unsigned long long ns)
{
	if (which == 0)
		flux<<<1, 1, 0, (cudaStream_t)stream>>>(ns);
	else
		update<<<1, 1, 0, (cudaStream_t)stream>>>(ns);
	return cudaGetLastError();
}

// workDriverKernel launches flux by the driver.
int workDriverKernel(uintptr_t stream, unsigned long long ns)
{
	cudaFunction_t f;
	int code = cudaGetFuncBySymbol(&f, (const void *)flux);
	if (code != 0)
		return code;
	void *arguments[] = { &ns };
	return cuLaunchKernel((CUfunction)f, 1, 1, 1, 1, 1, 1, 0, (CUstream)stream, arguments, NULL);
}

// workCopy copies to the device (0), to the host (1), on the device (2), between two devices that are one (3), or sets (4).
int workCopy(int kind, uintptr_t stream, size_t bytes)
{
	cudaStream_t s = (cudaStream_t)stream;
	switch (kind) {
	case 0:
		return cudaMemcpyAsync(here, host, bytes, cudaMemcpyHostToDevice, s);
	case 1:
		return cudaMemcpyAsync(host, here, bytes, cudaMemcpyDeviceToHost, s);
	case 2:
		return cudaMemcpyAsync(there, here, bytes, cudaMemcpyDeviceToDevice, s);
	case 3:
		return cudaMemcpyPeerAsync(there, 0, here, 0, bytes, s);
	}
	return cudaMemsetAsync(here, 0, bytes, s);
}

int workWait(uintptr_t stream) { return cudaStreamSynchronize((cudaStream_t)stream); }

// workGraph captures kernels and a copy into a graph, and launches that.
int workGraph(uintptr_t stream, unsigned long long ns, int kernels, int launches)
{
	cudaStream_t s = (cudaStream_t)stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	int code = cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
	for (int i = 0; code == 0 && i < kernels; i++)
		code = workKernel(1, stream, ns);
	if (code == 0)
		code = workCopy(2, stream, 1 << 20);
	if (code == 0)
		code = cudaStreamEndCapture(s, &graph);
	if (code == 0)
		code = cudaGraphInstantiate(&exec, graph, 0);
	for (int i = 0; code == 0 && i < launches; i++)
		code = cudaGraphLaunch(exec, s);
	return code;
}

// workCapture begins a capture during which no thread may do what could spoil it, and workUncapture ends it and throws it away.
int workCapture(uintptr_t stream) { return cudaStreamBeginCapture((cudaStream_t)stream, cudaStreamCaptureModeGlobal); }

int workUncapture(uintptr_t stream)
{
	cudaGraph_t graph;
	int code = cudaStreamEndCapture((cudaStream_t)stream, &graph);
	cudaGetLastError();
	return code;
}

// workRefused launches with more threads than a block may have.
int workRefused(uintptr_t stream)
{
	flux<<<1, 4096, 0, (cudaStream_t)stream>>>(1000);
	return cudaGetLastError();
}

// workFault writes where there is no memory: the context is lost.
int workFault(uintptr_t stream)
{
	fault<<<1, 1, 0, (cudaStream_t)stream>>>(NULL);
	return cudaStreamSynchronize((cudaStream_t)stream);
}

static void *launcher(void *n)
{
	cudaSetDevice(0);
	for (intptr_t i = 0; i < (intptr_t)n; i++)
		workKernel(1, 0, 10000);
	return NULL;
}

// workThread launches so many kernels on a thread of its own.
int workThread(intptr_t n)
{
	pthread_t thread;
	pthread_create(&thread, NULL, launcher, (void *)n);
	return pthread_join(thread, NULL);
}

static double clock_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * t.tv_sec + t.tv_nsec;
}

// workMany launches n kernels of so many ns (0: an empty one), and writes how long the launches took, and how long it took until they were done.
int workMany(uintptr_t stream, int n, unsigned long long ns, double *launched, double *done)
{
	cudaStream_t s = (cudaStream_t)stream;
	double begin = clock_now();
	for (int i = 0; i < n; i++)
		if (ns == 0)
			nothing<<<1, 1, 0, s>>>();
		else
			flux<<<1, 1, 0, s>>>(ns);
	*launched = clock_now() - begin;
	int code = cudaStreamSynchronize(s);
	*done = clock_now() - begin;
	return code;
}

static void nothing_to_do(void *data, int domain, int call, const void *about) { (void)data, (void)domain, (void)call, (void)about; }

// workCallback is a function for CUPTI to call that does nothing.
uintptr_t workCallback(void) { return (uintptr_t)nothing_to_do; }

// workNewContext makes a context beside the program's, current on the thread; workEndContext destroys it.
uintptr_t workNewContext(void)
{
	CUcontext context = NULL;
	CUdevice device;
	cuDeviceGet(&device, 0);
#if CUDA_VERSION >= 13000
	cuCtxCreate(&context, NULL, 0, device);
#else
	cuCtxCreate(&context, 0, device);
#endif
	return (uintptr_t)context;
}

int workEndContext(uintptr_t context) { return cuCtxDestroy((CUcontext)context); }

uintptr_t workDriverStream(void)
{
	CUstream stream = NULL;
	cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
	return (uintptr_t)stream;
}

// workDriverSet sets memory in the current context, by the driver.
int workDriverSet(uintptr_t stream, size_t bytes)
{
	CUdeviceptr memory;
	int code = cuMemAlloc(&memory, bytes);
	if (code == 0)
		code = cuMemsetD8Async(memory, 0, bytes, (CUstream)stream);
	if (code == 0)
		code = cuStreamSynchronize((CUstream)stream);
	return code;
}
}
