package generate

import "testing"

// MPI-5 has conversions of handles to numbers. They return no code of an error, some not even an int.
func TestConversionsAreExcluded(t *testing.T) {
	for name, want := range map[string]bool{
		"Comm_toint": true, "Comm_fromint": true, "Status_c2f08": true, "Comm_c2f": true, "Win_f2c": true,
		"Comm_create": false, "Type_contiguous": false, "Abi_get_version": false,
	} {
		if got := Excluded(name) != ""; got != want {
			t.Errorf("MPI_%s: excluded %v, want %v", name, got, want)
		}
	}
	list, err := Parse("int PMPI_Comm_toint(MPI_Comm comm); MPI_Comm PMPI_Comm_fromint(int comm); int PMPI_Barrier(MPI_Comm comm);")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Wrappers(list, specials(t), "1"); err != nil {
		t.Error(err)
	}
}
