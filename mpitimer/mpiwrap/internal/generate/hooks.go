package generate

import "strings"

// hook is what is known of a function beyond its declaration. The texts are C; they use the names of
// params, which replace those of the header, and the names of hooks.h.
type hook struct {
	names   string // of the functions, for which the same holds
	params  string
	comm    string // the communicator of the call; blank: the first parameter that is one
	first   string // at the very beginning
	before  string // after the call has been found to be recorded
	call    string // instead of the call; {call} is the call
	after   string // when MPI is done: r is the result
	words   string // of the record, separated by semicolons: numbers, "text: " strings, and "!" statements
	finally string // when the record has been written
	last    string // when the call has been counted
	alone   bool   // Fortran's is written by hand
}

const (
	needStatus = "MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;"

	messageWords = "size; count; TID(type); world_of(c.comm, dest); tag; id_of(&c)"
	sizeOfSend   = "int64_t size = bytes_of(&c, count, type);"
	gotWords     = "g.source; g.tag; g.bytes"
	waitAny      = "status = pending(&c, &p, count, requests, status, MPI_STATUS_IGNORE, 1);"
	waitMany     = "statuses = pending(&c, &p, count, requests, statuses, MPI_STATUSES_IGNORE, count);"
	oneDone      = "if (p.n > 0 && index[0] >= 0 && index[0] < p.n) gohpc_mpiwrap_complete(&c, &p, index[0], requests[index[0]], 1, status);"
	someDone     = "for (i = 0; p.n > 0 && i < outcount[0]; i++) gohpc_mpiwrap_complete(&c, &p, indices[i], requests[indices[i]], 1, &statuses[i]);"
	allDone      = "for (i = 0; i < p.n; i++) gohpc_mpiwrap_complete(&c, &p, i, requests[i], OK(r), &statuses[i]);"
	putSingle    = "!gohpc_mpiwrap_put_single(e, &s)"
	putPending   = "!gohpc_mpiwrap_put_pending(e, &p)"
)

var pointToPoint = []hook{
	{names: "Send Bsend Ssend Rsend", params: "buf count type dest tag comm",
		after: sizeOfSend + "if (OK(r)) sent_to(&c, c.comm, dest, size);", words: messageWords},
	{names: "Isend Ibsend Issend Irsend", params: "buf count type dest tag comm request",
		after: sizeOfSend + "int rid = requested(&c, r, *request, A_SEND); if (OK(r)) sent_to(&c, c.comm, dest, size);", words: messageWords + "; rid"},
	{names: "Recv", params: "buf count type source tag comm status", before: needStatus,
		call:  "SYNCHRONISED(&c) ? gohpc_mpiwrap_receive(&c, buf, count, type, source, tag, comm, status) : {call}",
		after: "struct got g = received(&c, c.comm, r, status);",
		words: "world_of(c.comm, source); tag_of(tag); id_of(&c); " + gotWords},
	{names: "Irecv", params: "buf count type source tag comm request",
		after: "int rid = requested(&c, r, *request, A_RECEIVE);", words: "world_of(c.comm, source); tag_of(tag); id_of(&c); rid"},
	{names: "Sendrecv", params: "sendbuf sendcount sendtype dest sendtag recvbuf recvcount recvtype source recvtag comm status", before: needStatus,
		after: "int64_t size = bytes_of(&c, sendcount, sendtype); struct got g = received(&c, c.comm, r, status); if (OK(r)) sent_to(&c, c.comm, dest, size);",
		words: "size; world_of(c.comm, dest); sendtag; world_of(c.comm, source); tag_of(recvtag); id_of(&c); sendcount; TID(sendtype); TID(recvtype); " + gotWords},
	{names: "Sendrecv_replace", params: "buf count type dest sendtag source recvtag comm status", before: needStatus,
		after: sizeOfSend + "struct got g = received(&c, c.comm, r, status); if (OK(r)) sent_to(&c, c.comm, dest, size);",
		words: "size; world_of(c.comm, dest); sendtag; world_of(c.comm, source); tag_of(recvtag); id_of(&c); count; TID(type); " + gotWords},
	{names: "Isendrecv", params: "sendbuf sendcount sendtype dest sendtag recvbuf recvcount recvtype source recvtag comm request",
		after: "int rid = requested(&c, r, *request, A_RECEIVE); if (OK(r)) sent_to(&c, c.comm, dest, bytes_of(&c, sendcount, sendtype));", words: "rid"},
	{names: "Isendrecv_replace", params: "buf count type dest sendtag source recvtag comm request",
		after: "int rid = requested(&c, r, *request, A_RECEIVE); if (OK(r)) sent_to(&c, c.comm, dest, bytes_of(&c, count, type));", words: "rid"},

	{names: "Iprobe", params: "source tag comm flag status", words: "world_of(c.comm, source); tag_of(tag); id_of(&c)"},
	{names: "Probe", params: "source tag comm status", before: needStatus,
		words: "OK(r) ? world_of(c.comm, status->MPI_SOURCE) : -3; OK(r) ? tag_of(status->MPI_TAG) : -1; id_of(&c)"},
	{names: "Mprobe", params: "source tag comm message status", before: needStatus,
		after: "if (OK(r)) gohpc_mpiwrap_put(A_MESSAGE, HANDLE(*message), (void *)c.comm);",
		words: "OK(r) ? world_of(c.comm, status->MPI_SOURCE) : -3; OK(r) ? tag_of(status->MPI_TAG) : -1; id_of(&c)"},
	{names: "Improbe", params: "source tag comm flag message status", before: needStatus,
		after: "int found = OK(r) && *flag; if (found) gohpc_mpiwrap_put(A_MESSAGE, HANDLE(*message), (void *)c.comm);",
		words: "found ? world_of(c.comm, status->MPI_SOURCE) : -3; found ? tag_of(status->MPI_TAG) : -1; id_of(&c)"},
	{names: "Mrecv", params: "buf count type message status", before: needStatus + "c.comm = message_comm(*message);",
		after: "struct got g = received(&c, c.comm, r, status);", words: gotWords},
	{names: "Imrecv", params: "buf count type message request", before: "c.comm = message_comm(*message);",
		after: "int rid = requested(&c, r, *request, A_RECEIVE);", words: "rid"},

	{names: "Send_init Bsend_init Ssend_init Rsend_init", params: "buf count type dest tag comm request",
		after: sizeOfSend + "int rid = persistent(&c, r, *request, A_SEND, dest, size, 0);", words: messageWords + "; rid"},
	{names: "Recv_init", params: "buf count type source tag comm request",
		after: "int rid = persistent(&c, r, *request, A_RECEIVE, source, 0, 0);", words: "world_of(c.comm, source); tag_of(tag); id_of(&c); rid"},
	{names: "Start", params: "request", after: "int rid = started(&c, r, *request);", words: "rid"},
	{names: "Startall", params: "count requests", after: "int i; for (i = 0; i < count; i++) started(&c, r, requests[i]);",
		words: "!gohpc_mpiwrap_put_requests(e, count, requests)", alone: true},
	{names: "Cancel", params: "request", words: "gohpc_mpiwrap_request_id(HANDLE(*request))"},
	{names: "Request_free", params: "request",
		before: "struct request freed; int rid = gohpc_mpiwrap_request_done(HANDLE(*request), 1, &freed) ? freed.rid : -1;", words: "rid"},
	{names: "Grequest_start", params: "query free cancel extra request", after: "int rid = requested(&c, r, *request, ANOTHER);", words: "rid", alone: true},
	{names: "Grequest_complete", params: "request", words: "gohpc_mpiwrap_request_id(HANDLE(request))"},
}

var completions = []hook{
	{names: "Wait", params: "request status", before: "struct single s; status = single(&c, &s, request, status);",
		after: "single_done(&c, &s, *request, OK(r), status);", words: putSingle},
	{names: "Test", params: "request flag status", before: "struct single s; status = single(&c, &s, request, status);",
		after: "if (OK(r) && *flag) single_done(&c, &s, *request, 1, status);", words: putSingle},
	{names: "Waitany", params: "count requests index status", before: "struct pending p;" + waitAny, after: "if (OK(r)) { " + oneDone + " }"},
	{names: "Testany", params: "count requests index flag status", before: "struct pending p;" + waitAny, after: "if (OK(r) && *flag) { " + oneDone + " }"},
	{names: "Waitall", params: "count requests statuses", before: "struct pending p; int i;" + waitMany, after: allDone},
	{names: "Testall", params: "count requests flag statuses", before: "struct pending p; int i;" + waitMany, after: "if (OK(r) && *flag) { " + allDone + " }"},
	{names: "Waitsome Testsome", params: "count requests outcount indices statuses", before: "struct pending p; int i;" + waitMany, after: "if (OK(r)) { " + someDone + " }"},
}

var others = []hook{
	{names: "Init", params: "argc argv", after: "if (OK(r)) gohpc_mpiwrap_initialised();", last: "if (OK(r)) gohpc_mpiwrap_begun();", alone: true},
	{names: "Init_thread", params: "argc argv required provided", after: "if (OK(r)) gohpc_mpiwrap_initialised();", last: "if (OK(r)) gohpc_mpiwrap_begun();", alone: true},
	{names: "Finalize", first: "if (!gohpc_mpiwrap_thread.inside) gohpc_mpiwrap_ending();"},
	{names: "Abort", params: "comm errorcode", words: "id_of(&c)"},
	{names: "Comm_set_name", params: "comm name", after: "if (OK(r)) gohpc_mpiwrap_named_comm(comm);"},
	{names: "Comm_free Comm_disconnect", params: "comm", comm: "*comm", before: "gohpc_mpiwrap_freeing_comm(*comm);", words: "id_of(&c)"},
	{names: "Comm_idup", params: "comm newcomm request", after: "int rid = requested(&c, r, *request, ANOTHER);", words: "id_of(&c); rid"},
	{names: "Comm_idup_with_info", params: "comm info newcomm request", after: "int rid = requested(&c, r, *request, ANOTHER);", words: "id_of(&c); rid"},

	{names: "Type_vector", params: "count blocklength stride oldtype newtype", words: "TID(oldtype)"},
	{names: "Type_commit", params: "type", words: "TID(*type)"},
	{names: "Type_free", params: "type", before: "int tid = RECORDING(&c) ? TID(*type) : -1; gohpc_mpiwrap_freeing_type(*type);", words: "tid"},

	{names: "Put", params: "origin count type rank disp tcount ttype win", after: oneSided("put_to"), words: "world_of(w, rank); size"},
	{names: "Accumulate", params: "origin count type rank disp tcount ttype op win", after: oneSided("put_to"), words: "world_of(w, rank); size"},
	{names: "Get", params: "origin count type rank disp tcount ttype win", after: oneSided("got_from"), words: "world_of(w, rank); size"},
	{names: "Rput", params: "origin count type rank disp tcount ttype win request",
		after: oneSided("put_to") + "int rid = requested(&c, r, *request, ANOTHER);", words: "world_of(w, rank); size; rid"},
	{names: "Raccumulate", params: "origin count type rank disp tcount ttype op win request",
		after: oneSided("put_to") + "int rid = requested(&c, r, *request, ANOTHER);", words: "world_of(w, rank); size; rid"},
	{names: "Rget", params: "origin count type rank disp tcount ttype win request",
		after: oneSided("got_from") + "int rid = requested(&c, r, *request, ANOTHER);", words: "world_of(w, rank); size; rid"},
	{names: "Get_accumulate", params: "origin count type result rcount rtype rank disp tcount ttype op win", after: fetching, words: "world_of(w, rank); size"},
	{names: "Rget_accumulate", params: "origin count type result rcount rtype rank disp tcount ttype op win request",
		after: fetching + "int rid = requested(&c, r, *request, ANOTHER);", words: "world_of(w, rank); size; rid"},
	{names: "Fetch_and_op", params: "origin result type rank disp op win",
		after: "int64_t size = bytes_of(&c, 1, type); const struct comm *w = comm_of_window(win); if (OK(r)) { if (op != MPI_NO_OP) put_to(&c, w, rank, size); got_from(&c, w, rank, size); }",
		words: "world_of(w, rank); size"},
	{names: "Compare_and_swap", params: "origin compare result type rank disp win",
		after: "int64_t size = bytes_of(&c, 1, type); const struct comm *w = comm_of_window(win); if (OK(r)) { put_to(&c, w, rank, size); got_from(&c, w, rank, size); }",
		words: "world_of(w, rank); size"},
	{names: "Win_create", params: "base size disp info comm win", after: windowMade, words: "id_of(&c)"},
	{names: "Win_create_dynamic", params: "info comm win", after: windowMade, words: "id_of(&c)"},
	{names: "Win_allocate Win_allocate_shared", params: "size disp info comm baseptr win", after: windowMade, words: "id_of(&c)"},
	{names: "Win_free", params: "win", before: "gohpc_mpiwrap_drop(A_WINDOW, HANDLE(*win));"},
}

const (
	windowMade = "if (OK(r)) gohpc_mpiwrap_put(A_WINDOW, HANDLE(*win), (void *)c.comm);"
	fetching   = "int64_t size = op == MPI_NO_OP ? 0 : bytes_of(&c, count, type); const struct comm *w = comm_of_window(win); " +
		"if (OK(r)) { if (op != MPI_NO_OP) put_to(&c, w, rank, size); got_from(&c, w, rank, bytes_of(&c, rcount, rtype)); }"
)

func oneSided(how string) string {
	return "int64_t size = bytes_of(&c, count, type); const struct comm *w = comm_of_window(win); if (OK(r)) " + how + "(&c, w, rank, size);"
}

// newComms are the functions that make a communicator newcomm of comm.
var newComms = map[string]string{
	"Comm_create":                "comm group newcomm",
	"Comm_dup":                   "comm newcomm",
	"Comm_split":                 "comm color key newcomm",
	"Comm_create_group":          "comm group tag newcomm",
	"Comm_split_type":            "comm split_type key info newcomm",
	"Comm_dup_with_info":         "comm info newcomm",
	"Cart_create":                "comm ndims dims periods reorder newcomm",
	"Cart_sub":                   "comm remain_dims newcomm",
	"Graph_create":               "comm nnodes index edges reorder newcomm",
	"Dist_graph_create":          "comm n sources degrees destinations weights info reorder newcomm",
	"Dist_graph_create_adjacent": "comm indegree sources sourceweights outdegree destinations destweights info reorder newcomm",
	"Intercomm_create":           "comm local_leader peer_comm remote_leader tag newcomm",
	"Intercomm_merge":            "comm high newcomm",
}

// hooks is the table by name.
func hooks() map[string]hook {
	table := make(map[string]hook)
	add := func(h hook) {
		for name := range strings.FieldsSeq(h.names) {
			table[name] = h
		}
	}
	for _, h := range completions {
		if h.alone = true; h.words == "" {
			h.words, h.finally = putPending, "pending_end(&p);"
		}
		add(h)
	}
	for _, list := range [][]hook{pointToPoint, others, files, collectives()} {
		for _, h := range list {
			add(h)
		}
	}
	for name, params := range newComms {
		add(hook{names: name, params: params,
			after: "const struct comm *made = OK(r) ? gohpc_mpiwrap_made_comm(&c, *newcomm) : NULL;",
			words: "id_of(&c); made ? made->id : -1"})
	}
	return table
}
