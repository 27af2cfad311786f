package rankfile

import (
	"bytes"
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"sync"
)

// jobVariables are the environment variables by which batch systems tell a job who it is.
var jobVariables = []string{
	"SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_JOB_NAME", "PBS_JOBID", "PBS_JOBNAME", "LSB_JOBID", "COBALT_JOBID",
	"FLUX_JOB_ID", "JOB_ID", "PJM_JOBID", "OAR_JOB_ID",
}

// Job is what the batch system says of the job.
func Job() map[string]string {
	var job map[string]string
	for _, name := range jobVariables {
		if value := os.Getenv(name); value != "" {
			if job == nil {
				job = make(map[string]string)
			}
			job[name] = value
		}
	}
	return job
}

// Identify fills in the machine and the process, as far as they can be known: a process number alone
// may belong to another process by the time that somebody looks.
func (f *Fixed) Identify() {
	f.Boot = ThisBoot()
	f.Started = ProcessStarted(int(f.PID))
}

// ThisBoot identifies the machine since it was last started; zero where it does not tell.
func ThisBoot() [16]byte { return thisBoot() }

var thisBoot = sync.OnceValue(func() (id [16]byte) {
	text, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return id
	}
	digits, err := hex.DecodeString(strings.ReplaceAll(strings.TrimSpace(string(text)), "-", ""))
	if err == nil {
		copy(id[:], digits)
	}
	return id
})

// ProcessStarted is when a process was started, in clock ticks since boot; 0 when that can't be known.
func ProcessStarted(pid int) uint64 { return startOf(pid, false) }

// startOf is ProcessStarted; living ones only leaves out those that have ended, but which nobody has
// asked for how.
func startOf(pid int, livingOnly bool) uint64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	// The name of the program, in parentheses, may hold anything.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	const starttime = 22 - 3 // of proc(5), counted from the state
	if len(fields) <= starttime || livingOnly && (fields[0][0] == 'Z' || fields[0][0] == 'X') {
		return 0
	}
	started, err := strconv.ParseUint(string(fields[starttime]), 10, 64)
	if err != nil {
		return 0
	}
	return started
}
