module example.com/binding

go 1.24
