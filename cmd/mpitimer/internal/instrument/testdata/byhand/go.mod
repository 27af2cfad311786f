module example.com/byhand

go 1.24
