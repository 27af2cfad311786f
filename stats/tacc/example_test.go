package tacc_test

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/stats/tacc"
)

// A counter of 32 bits that goes over its end, and one of 64 bits that is reset.
func ExampleCorrect() {
	const file = `$tacc_stats 2.3.5
$hostname n1
!ib port_rcv_data,E,U=4B,W=32
!net rx_bytes,E,U=B

1700000000.000000 77 n1
%begin 77
ib mlx5_0.1 4294967290
net eth0 5000

1700000010.000000 77 n1
%end 77
ib mlx5_0.1 10
net eth0 300
`
	data, err := tacc.Read(strings.NewReader(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, job := range tacc.Correct(data).Jobs() {
		for _, e := range job.Totals {
			fmt.Printf("job %s %s %s: %s %s, %g/s, %s\n", job.ID, e.Type, e.Key.Name, e.Unit.Decimal(e.Delta), e.Unit.Base, e.Rate(), e.Flags)
		}
	}
	// Output:
	// job 77 ib port_rcv_data: 64 B, 6.4/s, wrapped
	// job 77 net rx_bytes: 300 B, 30/s, reset+lower-bound
}
