package main

import "fmt"

func blocks() {
	fmt.Println(kinds(5), kinds(50))
	fmt.Println(returns(1), returns(-1))
	for how := range 4 {
		leavesEarly(how)
	}
	panics()
	fmt.Println(forever(3), chosen(2), labelled())
	backwards()
	fmt.Println(drained(), drained(7), drained(1, 2, 3, 0, 4, 5, 6, 9, 8, 8))
}

func kinds(n int) (sum int) {
	//mpitimer:region loop
	for i := range n {
		sum += i
	}
	if n > 10 { //mpitimer:region branch
		sum++
	}
	//mpitimer:region switch
	// The directive may stand anywhere in the comment.
	switch {
	case n > 10:
		sum++
		fallthrough
	case n > 100:
		//mpitimer:region clause
		sum += 2
	default:
		break
	}
	//mpitimer:region block
	{
		twice := sum
		//mpitimer:region inner
		sum += twice
	}
	//mpitimer:region declaration
	x := sum
	//mpitimer:region assigned
	y, z := x, 1
	//mpitimer:region variable
	var v = y + z
	c := make(chan int, 1)
	//mpitimer:region send
	c <- v
	//mpitimer:region select
	select {
	case sum = <-c:
		//mpitimer:region received
		sum++
	default:
	}
	return sum
}

func returns(n int) string {
	//mpitimer:region returning
	if n > 0 {
		return "positive"
	} else {
		return "not positive"
	}
}

func forever(n int) int {
	//mpitimer:region forever
	for {
		if n--; n == 0 {
			return n
		}
	}
}

func chosen(n int) (s string) {
	defer func() { s += "." }()
	//mpitimer:region choice
	switch n {
	case 1:
		return "one"
	default:
		panic(fmt.Sprint("not ", func() (s string) {
			defer func() { s = fmt.Sprint(recover()) }()
			//mpitimer:region raise
			panic("one")
		}()))
	case 2:
		//mpitimer:region result
		return fmt.Sprint("two")
	}
}

func labelled() (n int) {
	//mpitimer:region rows
rows:
	for i := range 4 {
		//mpitimer:region columns
		for j := range 4 {
			switch { //mpitimer:region test
			case j == 2:
				continue rows
			case i == 3:
				break rows
			case j == 3:
				break
			}
			n++
		}
	}
	return n
}

func leavesEarly(how int) {
	for i := range 3 {
		//mpitimer:region first
		if i == how {
			continue
		}
		//mpitimer:region second
		{
			if how == 2 {
				break
			}
			//mpitimer:region third
			for {
				if how == 1 {
					goto out
				}
				break
			}
		}
		fmt.Println("round", i)
	}
out:
	fmt.Println("out")
}

func backwards() {
	n := 0
again:
	//mpitimer:region part
	if n++; n < 3 {
		goto again
	}
	done := make(chan bool)
	//mpitimer:region goroutine
	go func() {
		defer close(done)
	}()
	<-done
	//mpitimer:region last
	defer func() { fmt.Println("backwards", n) }()
}

// drained waits between the rounds of a loop over a channel, however these end.
//
//mpitimer:region
func drained(values ...int) (sum int) {
	in := make(chan int)
	go func() {
		for _, v := range values {
			in <- v
		}
		close(in)
	}()
rounds:
	for v := range in {
		switch {
		case v == 0:
			continue rounds
		case v == 7:
			return -sum
		case v == 9:
			break rounds
		}
		for range 3 {
			if v == 3 {
				continue rounds
			}
			continue
		}
		//mpitimer:region some
		if v == 4 {
			continue
		}
		sum += v
	}
	for range in {
	}
	return sum
}

func panics() {
	defer func() { fmt.Println(recover()) }()
	for i := range 3 {
		//mpitimer:region risky
		if i == 2 {
			defer fmt.Println("deferred in a region")
			panic("in a region")
		}
	}
}
