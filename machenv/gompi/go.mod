module github.com/go-hpc/timers/machenv/gompi

go 1.26.0

require (
	github.com/go-hpc/timers v0.0.0
	github.com/sbromberger/gompi v0.2.0
)

replace github.com/go-hpc/timers => ../..
