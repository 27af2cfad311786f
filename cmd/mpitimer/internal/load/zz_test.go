package load
import ("testing";"os")
func BenchmarkZZ(b *testing.B){ for b.Loop(){ run,err:=Files([]string{os.Getenv("ZZ")}); if err!=nil{b.Fatal(err)}; if os.Getenv("ZZI")!="" {for range run.Ranks.All(){} } } }
