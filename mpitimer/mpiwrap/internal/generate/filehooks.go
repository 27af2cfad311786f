package generate

const (
	dataWords = "bytes_of(&c, count, type); count; TID(type)"
	fid       = "gohpc_mpiwrap_file_of(file)"
	putInfo   = "!gohpc_mpiwrap_put_info(e, info)"
	where     = "int64_t offset = position(&c, file);"
)

// files are the hooks of MPI-IO.
var files = append([]hook{
	{names: "File_open", params: "comm name amode info file",
		after: "int fid = OK(r) ? gohpc_mpiwrap_opened(c.comm, name, *file) : -1;", words: "id_of(&c); text: name; amode; fid; " + putInfo},
	{names: "File_close", params: "file", before: "int fid = gohpc_mpiwrap_closing(*file);", words: "fid"},
	{names: "File_delete", params: "name info", words: "-1; text: name; " + putInfo},
	{names: "File_set_info", params: "file info", words: fid + "; " + putInfo},
	{names: "File_set_view", params: "file disp etype filetype datarep info",
		words: fid + "; disp; TID(etype); TID(filetype); text: datarep; " + putInfo},
	{names: "File_set_size File_preallocate", params: "file size", words: fid + "; size"},
	{names: "File_get_size", params: "file size", words: fid + "; OK(r) ? *size : -1"},
	{names: "File_seek", params: "file offset whence", words: fid + "; offset; text: gohpc_mpiwrap_whence(whence); position(&c, file)"},
	{names: "File_seek_shared", params: "file offset whence", words: fid + "; offset; text: gohpc_mpiwrap_whence(whence); -1"},
	{names: "File_set_atomicity", params: "file flag", words: fid + "; flag"},
	{names: "File_sync", params: "file", words: fid},
}, transfers()...)

// transfers are the functions that move data from and to files: reading and writing are alike.
func transfers() []hook {
	var list []hook
	for _, way := range []struct{ name, kind, writing string }{{"read", "A_READ", "0"}, {"write", "A_WRITE", "1"}} {
		file := func(names ...string) (all string) {
			for _, n := range names {
				all += "File_" + n + " "
			}
			return all
		}
		done := "int64_t bytes = moved(&c, r, status, " + way.writing + ");"
		requested := "int rid = requested(&c, r, *request, " + way.kind + ");"
		begun := "int rid = split_begun(&c, r, file, " + way.kind + ");"
		word, at := way.name, way.name+"_at"
		list = append(list,
			hook{names: file(word, word+"_all"), params: "file buf count type status", before: needStatus + where,
				after: done, words: fid + "; offset; " + dataWords + "; bytes"},
			hook{names: file(at, at+"_all"), params: "file offset buf count type status", before: needStatus,
				after: done, words: fid + "; offset; " + dataWords + "; bytes"},
			hook{names: file(word+"_shared", word+"_ordered"), params: "file buf count type status", before: needStatus,
				after: done, words: fid + "; " + dataWords + "; bytes"},
			hook{names: file("i"+word, "i"+word+"_all"), params: "file buf count type request", before: where,
				after: requested, words: fid + "; rid; offset; " + dataWords},
			hook{names: file("i"+at, "i"+at+"_all"), params: "file offset buf count type request",
				after: requested, words: fid + "; rid; offset; " + dataWords},
			hook{names: file("i" + word + "_shared"), params: "file buf count type request", after: requested, words: fid + "; rid"},
			hook{names: file(word + "_all_begin"), params: "file buf count type", before: where, after: begun,
				words: fid + "; rid; !PUT_DATA(e, &c, offset, count, type)"},
			hook{names: file(word + "_ordered_begin"), params: "file buf count type", after: begun,
				words: fid + "; rid; !PUT_DATA(e, &c, -1, count, type)"},
			hook{names: file(word+"_all_end", at+"_all_end", word+"_ordered_end"), params: "file buf status",
				before: needStatus, after: "int rid = split_ended(&c, file);" + done, words: "bytes; !PUT_FOR(e, rid)"},
		)
		words := fid + "; rid; offset; " + dataWords
		if word == "write" {
			words = fid + "; rid"
		}
		list = append(list, hook{names: file(at + "_all_begin"), params: "file offset buf count type", after: begun, words: words})
	}
	return list
}
