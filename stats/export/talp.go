package export

import (
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/efficiency"
	"github.com/go-hpc/timers/stats/tree"
)

// talpRun is a run as TALP, the module of BSC's DLB, writes it: version 3.6, as its TALP-Pages reads it. Times are nanoseconds. There is
// no time of OpenMP or of devices, which this module does not tell apart in the same way.
type talpRun struct {
	Version   string `json:"dlbVersion"`
	Timestamp string `json:"timestamp,omitempty"`
	Source    string `json:"source,omitempty"` // of the times, if another program wrote them; TALP has no such key
	Resources struct {
		CPUs      int `json:"numCpus"`
		Available int `json:"numAvailableCpus"`
		Nodes     int `json:"numNodes"`
		Ranks     int `json:"numMpiRanks"`
		GPUs      int `json:"numGpus"`
	} `json:"resources"`
	Application map[string]*talpRegion `json:"Application"`
}

// talpWhole is the name of the region that TALP has of the whole run.
const talpWhole = "Global"

type talpRegion struct {
	CPUs         int     `json:"numCpus"`
	Ranks        int     `json:"numMpiRanks"`
	Nodes        int     `json:"numNodes"`
	AverageCPUs  float64 `json:"avgCpus"`
	GPUs         int     `json:"numGpus"`
	Cycles       float64 `json:"cycles"`
	Instructions float64 `json:"instructions"`
	Measurements uint64  `json:"numMeasurements"`
	Calls        uint64  `json:"numMpiCalls"`
	Parallels    int     `json:"numOmpParallels"`
	Tasks        int     `json:"numOmpTasks"`
	DeviceCalls  int     `json:"numGpuRuntimeCalls"`
	Elapsed      int64   `json:"elapsedTime"`
	Useful       int64   `json:"usefulTime"`
	MPI          int64   `json:"mpiTime"`

	OpenMPImbalance     int64 `json:"ompLoadImbalanceTime"`
	OpenMPScheduling    int64 `json:"ompSchedulingTime"`
	OpenMPSerialization int64 `json:"ompSerializationTime"`
	DeviceRuntime       int64 `json:"gpuRuntimeTime"`

	LeastMPI     int64  `json:"minMpiNormdProc"`
	LeastMPINode *int64 `json:"minMpiNormdNode"`

	DeviceUseful        int64 `json:"gpuUsefulTime"`
	DeviceCommunication int64 `json:"gpuCommunicationTime"`
	MostDeviceUseful    int64 `json:"maxGpuUsefulTime"`
	MostDeviceActive    int64 `json:"maxGpuActiveTime"`

	Parallel      float64  `json:"parallelEfficiency"`
	MPIParallel   float64  `json:"mpiParallelEfficiency"`
	Communication float64  `json:"mpiCommunicationEfficiency"`
	LoadBalance   float64  `json:"mpiLoadBalance"`
	InNodes       *float64 `json:"mpiLoadBalanceIn"`
	BetweenNodes  *float64 `json:"mpiLoadBalanceOut"`

	OpenMP              float64 `json:"ompParallelEfficiency"`
	OpenMPLoadBalance   float64 `json:"ompLoadBalance"`
	OpenMPSchedule      float64 `json:"ompSchedulingEfficiency"`
	OpenMPSerialisation float64 `json:"ompSerializationEfficiency"`
	Offload             float64 `json:"deviceOffloadEfficiency"`
	Device              float64 `json:"gpuParallelEfficiency"`
	DeviceLoadBalance   float64 `json:"gpuLoadBalance"`
	DeviceCommunicates  float64 `json:"gpuCommunicationEfficiency"`
	DeviceOrchestration float64 `json:"gpuOrchestrationEfficiency"`
}

// WriteTALP writes the efficiencies of a run and its regions as the JSON of TALP 3.6, for TALP-Pages. If the run's
// useful time is unknown, there are no regions. Regions that only communicate are left out.
func WriteTALP(w io.Writer, r Run) error {
	s, err := r.summary()
	if err != nil {
		return err
	}
	v, err := viewOf(s)
	if err != nil {
		return err
	}
	e := efficiency.Of(s, slices.Values(r.Profiles))
	t := talpRun{Version: "3.6.0 (mpitimer)", Source: readable(s.Source), Application: make(map[string]*talpRegion)}
	if s.Start > 0 {
		t.Timestamp = time.Unix(0, s.Start).Add(time.Duration(max(s.To, 0))).UTC().Format("2006-01-02T15:04:05")
	}
	t.Resources.CPUs, t.Resources.Available, t.Resources.Nodes, t.Resources.Ranks = s.Ranks, s.Ranks, s.Hosts, s.Ranks
	if e.Whole == nil {
		e = &efficiency.Run{}
	}
	calls, paths := callsInside(s), v.talpNames(tree.TotalOf(s))
	for i := range e.Regions {
		if g := &e.Regions[i]; !s.Regions[g.Index].Communication() {
			t.Application[paths[g.Index]] = talpRegionOf(s, g, calls[g.Index])
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(&t)
}

// talpNames returns a name for each region, different from those of all others: its call path.
func (v *view) talpNames(whole int) []string {
	names, seen := make([]string, len(v.names)), map[string]bool{talpWhole: true}
	for i := range names {
		g := &v.s.Regions[i]
		names[i] = pathPart(v.names[i])
		if g.Parent >= 0 && g.Parent != whole {
			names[i] = names[g.Parent] + "/" + names[i]
		}
		if g.Environment > 0 && (g.Parent < 0 || v.s.Regions[g.Parent].Environment != g.Environment) {
			names[i] += "@" + oneLine(v.environments[g.Environment])
		}
		for name, n := names[i], 2; seen[names[i]]; n++ {
			names[i] = name + "#" + strconv.Itoa(n)
		}
		seen[names[i]] = true
	}
	if whole >= 0 {
		names[whole] = talpWhole
	}
	return names
}

// callsInside counts the recorded calls of MPI in each region and those below it.
func callsInside(s *stats.Summary) []uint64 {
	calls := make([]uint64, len(s.Regions))
	for i := len(s.Regions) - 1; i >= 0; i-- {
		g := &s.Regions[i]
		if stats.RecordsWaits(g.Name) {
			calls[i] += g.Calls
		}
		if g.Parent >= 0 {
			calls[g.Parent] += calls[i]
		}
	}
	return calls
}

func talpRegionOf(s *stats.Summary, g *efficiency.Region, calls uint64) *talpRegion {
	region := &s.Regions[g.Index]
	ranks := float64(g.Ranks)
	t := &talpRegion{
		CPUs: g.Ranks, Ranks: g.Ranks, Nodes: min(s.Hosts, g.Ranks), AverageCPUs: ranks, Measurements: region.Calls, Calls: calls,
		Elapsed: int64(g.Elapsed), Useful: int64(g.Mean * ranks), MPI: int64((g.Elapsed - g.Mean) * ranks), LeastMPI: int64(g.Elapsed - g.Most),
		OpenMP: 1, OpenMPLoadBalance: 1, OpenMPSchedule: 1, OpenMPSerialisation: 1, Offload: 1,
	}
	if !math.IsNaN(g.IPC) && !math.IsNaN(g.Hertz) {
		t.Cycles = g.Hertz * g.Mean * ranks / 1e9 // in useful time only, by which TALP-Pages divides them
		t.Instructions = g.IPC * t.Cycles
	}
	t.Parallel, _ = g.Share(efficiency.Parallel)
	t.MPIParallel = t.Parallel
	t.Communication, _ = g.Share(efficiency.Communication)
	t.LoadBalance, _ = g.Share(efficiency.LoadBalance)
	if in, known := g.Share(efficiency.InNodes); known {
		between, _ := g.Share(efficiency.BetweenNodes)
		least := int64(g.Elapsed - g.MostNode)
		t.InNodes, t.BetweenNodes, t.LeastMPINode = &in, &between, &least
	}
	return t
}
