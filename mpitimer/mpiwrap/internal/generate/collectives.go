package generate

import "strings"

// collective is a collective operation: what a rank sends and receives, in C. The rest of the hook,
// for the blocking, the non-blocking and the persistent form, follows from that.
type collective struct {
	name, params   string
	sent, received string
	words          string // of the blocking form
}

const (
	reduction = "bytes_of(&c, count, type)"
	inPlace   = "sendbuf == MPI_IN_PLACE"
	block     = "bytes_of(&c, recvcount, recvtype)"
	own       = "(" + inPlace + " ? " + block + " : bytes_of(&c, sendcount, sendtype))"
	reduced   = reduction + "; id_of(&c); count; TID(type)"
	rooted    = reduction + "; root_of(c.comm, root); id_of(&c); count; TID(type)"
	all       = "buf count type op comm"
	blocks    = "sendbuf sendcount sendtype recvbuf recvcount recvtype"
	// What the arguments say that have no meaning on a rank, or in place, is not looked at.
	sendWords = own + "; id_of(&c); " + inPlace + " ? recvcount : sendcount; TID(" + inPlace + " ? recvtype : sendtype)"
)

// MPI_IN_PLACE changes nothing in what a rank contributes and gets: only where it stands.
var collectiveTable = []collective{
	{"Barrier", "comm", "0", "0", "id_of(&c)"},
	{"Bcast", "buf count type root comm", "is_root(&c, root) ? " + reduction + " : 0",
		"!is_root(&c, root) && root != MPI_PROC_NULL ? " + reduction + " : 0", rooted},
	{"Reduce", "sendbuf buf count type op root comm", "is_member(&c, root) ? " + reduction + " : 0",
		"is_root(&c, root) ? " + reduction + " : 0", rooted},
	{"Allreduce", "sendbuf " + all, reduction, reduction, reduced},
	{"Scan", "sendbuf " + all, reduction, reduction, reduced},
	{"Exscan", "sendbuf " + all, reduction, "rank_of(&c) > 0 ? " + reduction + " : 0", reduced},
	{"Gather", blocks + " root comm", "is_member(&c, root) ? " + own + " : 0", "is_root(&c, root) ? peers(&c) * " + block + " : 0",
		"is_member(&c, root) ? " + own + " : 0; is_root(&c, root) ? " + block + " : 0; root_of(c.comm, root); id_of(&c); " +
			"is_member(&c, root) && !(" + inPlace + ") ? sendcount : 0; is_member(&c, root) && !(" + inPlace + ") ? TID(sendtype) : -1; " +
			"is_root(&c, root) ? recvcount : 0; is_root(&c, root) ? TID(recvtype) : -1"},
	{"Gatherv", "sendbuf sendcount sendtype recvbuf recvcounts displs recvtype root comm",
		"is_member(&c, root) ? (" + inPlace + " ? bytes_of(&c, recvcounts[rank_of(&c)], recvtype) : bytes_of(&c, sendcount, sendtype)) : 0",
		"is_root(&c, root) ? bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype) : 0",
		"sent; root_of(c.comm, root); id_of(&c); is_member(&c, root) && !(" + inPlace + ") ? sendcount : 0; is_member(&c, root) && !(" + inPlace + ") ? TID(sendtype) : -1"},
	{"Scatter", blocks + " root comm", "is_root(&c, root) ? peers(&c) * bytes_of(&c, sendcount, sendtype) : 0",
		"is_member(&c, root) ? (recvbuf == MPI_IN_PLACE ? bytes_of(&c, sendcount, sendtype) : " + block + ") : 0",
		"is_root(&c, root) ? bytes_of(&c, sendcount, sendtype) : 0; received; root_of(c.comm, root); id_of(&c); " +
			"is_root(&c, root) ? sendcount : 0; is_root(&c, root) ? TID(sendtype) : -1; " +
			"is_member(&c, root) && recvbuf != MPI_IN_PLACE ? recvcount : 0; is_member(&c, root) && recvbuf != MPI_IN_PLACE ? TID(recvtype) : -1"},
	{"Scatterv", "sendbuf sendcounts displs sendtype recvbuf recvcount recvtype root comm",
		"is_root(&c, root) ? bytes_of(&c, SUM(sendcounts, peers(&c)), sendtype) : 0",
		"is_member(&c, root) ? (recvbuf == MPI_IN_PLACE ? bytes_of(&c, sendcounts[rank_of(&c)], sendtype) : " + block + ") : 0",
		"received; root_of(c.comm, root); id_of(&c); is_member(&c, root) && recvbuf != MPI_IN_PLACE ? recvcount : 0; " +
			"is_member(&c, root) && recvbuf != MPI_IN_PLACE ? TID(recvtype) : -1"},
	{"Allgather", blocks + " comm", own, "peers(&c) * " + block,
		own + "; " + block + "; id_of(&c); " + inPlace + " ? recvcount : sendcount; TID(" + inPlace + " ? recvtype : sendtype); recvcount; TID(recvtype)"},
	{"Allgatherv", "sendbuf sendcount sendtype recvbuf recvcounts displs recvtype comm",
		inPlace + " ? bytes_of(&c, recvcounts[rank_of(&c)], recvtype) : bytes_of(&c, sendcount, sendtype)",
		"bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype)",
		"sent; id_of(&c); " + inPlace + " ? recvcounts[rank_of(&c)] : sendcount; TID(" + inPlace + " ? recvtype : sendtype)"},
	{"Alltoall", blocks + " comm", "peers(&c) * " + own, "peers(&c) * " + block, sendWords},
	{"Alltoallv", "sendbuf sendcounts sdispls sendtype recvbuf recvcounts rdispls recvtype comm",
		inPlace + " ? bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype) : bytes_of(&c, SUM(sendcounts, peers(&c)), sendtype)",
		"bytes_of(&c, SUM(recvcounts, peers(&c)), recvtype)",
		"id_of(&c); !PUT_PARTS(e, &c, " + inPlace + " ? recvcounts : sendcounts, " + inPlace + " ? recvtype : sendtype, peers(&c))"},
	{"Alltoallw", "sendbuf sendcounts sdispls sendtypes recvbuf recvcounts rdispls recvtypes comm",
		inPlace + " ? SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c)) : SUM_OF_TYPES(&c, sendcounts, sendtypes, peers(&c))",
		"SUM_OF_TYPES(&c, recvcounts, recvtypes, peers(&c))", "id_of(&c)"},
	{"Reduce_scatter", "sendbuf recvbuf recvcounts type op comm", "bytes_of(&c, SUM(recvcounts, members(&c)), type)",
		"bytes_of(&c, recvcounts[rank_of(&c)], type)", "id_of(&c); !PUT_PARTS(e, &c, recvcounts, type, members(&c))"},
	{"Reduce_scatter_block", "sendbuf recvbuf count type op comm", "members(&c) * " + reduction, reduction, "id_of(&c)"},
	{"Neighbor_allgather", blocks + " comm", "outputs(&c) * bytes_of(&c, sendcount, sendtype)", "inputs(&c) * " + block, "id_of(&c)"},
	{"Neighbor_allgatherv", "sendbuf sendcount sendtype recvbuf recvcounts displs recvtype comm",
		"outputs(&c) * bytes_of(&c, sendcount, sendtype)", "bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype)", "id_of(&c)"},
	{"Neighbor_alltoall", blocks + " comm", "outputs(&c) * bytes_of(&c, sendcount, sendtype)", "inputs(&c) * " + block, "id_of(&c)"},
	{"Neighbor_alltoallv", "sendbuf sendcounts sdispls sendtype recvbuf recvcounts rdispls recvtype comm",
		"bytes_of(&c, SUM(sendcounts, outputs(&c)), sendtype)", "bytes_of(&c, SUM(recvcounts, inputs(&c)), recvtype)", "id_of(&c)"},
	{"Neighbor_alltoallw", "sendbuf sendcounts sdispls sendtypes recvbuf recvcounts rdispls recvtypes comm",
		"SUM_OF_TYPES(&c, sendcounts, sendtypes, outputs(&c))", "SUM_OF_TYPES(&c, recvcounts, recvtypes, inputs(&c))", "id_of(&c)"},
}

// collectives are the hooks of all forms.
func collectives() []hook {
	var list []hook
	for _, o := range collectiveTable {
		moves := "int64_t sent = " + o.sent + "; int64_t received = " + o.received + ";"
		count := moves + "if (OK(r)) { c.sent = (uint64_t)sent; c.received = (uint64_t)received; }"
		list = append(list,
			hook{names: o.name, params: o.params, before: "if (SYNCHRONISED(&c)) gohpc_mpiwrap_synchronise(&c, comm);", after: count, words: o.words},
			hook{names: "I" + strings.ToLower(o.name), params: o.params + " request",
				after: count + "int rid = requested(&c, r, *request, ANOTHER);", words: "id_of(&c); rid"},
			hook{names: o.name + "_init", params: o.params + " info request",
				after: moves + "persistent(&c, r, *request, ANOTHER, -1, sent, received);"})
	}
	return list
}
