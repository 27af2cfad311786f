package signal_test

import (
	"fmt"

	"github.com/go-hpc/timers/stats/signal"
)

func ExampleParseFormula() {
	ipc, err := signal.ParseFormula("INSTRUCTIONS / CYCLES")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ipc.Names(), ipc.Of([]float64{3e9, 2e9}))
	_, err = signal.ParseFormula("INSTRUCTIONS / ")
	fmt.Println(err)
	// Output:
	// [INSTRUCTIONS CYCLES] 1.5
	// signal: wrong formula "INSTRUCTIONS / ": column 16: expected a name, a number or "(", found the end
}
