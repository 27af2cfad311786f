/* MPI-IO, as special.h has it. */
#ifndef GOHPC_MPIWRAP_SPECIAL_FILE_H
#define GOHPC_MPIWRAP_SPECIAL_FILE_H

#define PUT_FILE(file) PUT(gohpc_mpiwrap_file_of(file))
#define PUT_BLOCK(count, type) PUT(BYTES(count, type)) PUT(count) PUT(TID(type))
#define PUT_INFO(info) LIST(gohpc_mpiwrap_put_info(e, info))

#define ON_File_open(call, comm, name, amode, info, file)               \
	MADE(call)                                                      \
	int fid = OK(r) ? gohpc_mpiwrap_opened(HERE, name, *file) : -1; \
	RECORD(PUT(id_of(&c)) TEXT(name) PUT(amode) PUT(fid) PUT_INFO(info))

#define ON_File_close(call, file)               \
	int fid = gohpc_mpiwrap_closing(*file); \
	MADE(call)                              \
	RECORD(PUT(fid))

#define ON_File_delete(call, name, info) \
	MADE(call)                       \
	RECORD(PUT(-1) TEXT(name) PUT_INFO(info))

#define ON_File_set_info(call, file, info) \
	MADE(call)                         \
	RECORD(PUT_FILE(file) PUT_INFO(info))

#define ON_File_set_view(call, file, disp, etype, filetype, datarep, info) \
	MADE(call)                                                         \
	RECORD(PUT_FILE(file) PUT(disp) PUT(TID(etype)) PUT(TID(filetype)) TEXT(datarep) PUT_INFO(info))

#define ON_File_set_size(call, file, size) \
	MADE(call)                         \
	RECORD(PUT_FILE(file) PUT(size))
#define ON_File_preallocate ON_File_set_size
#define ON_File_set_atomicity ON_File_set_size

#define ON_File_get_size(call, file, size) \
	MADE(call)                         \
	RECORD(PUT_FILE(file) PUT(OK(r) ? *size : -1))

#define ON_File_seek(call, file, offset, whence) \
	MADE(call)                               \
	RECORD(PUT_FILE(file) PUT(offset) TEXT(gohpc_mpiwrap_whence(whence)) PUT(position(&c, file)))
#define ON_File_seek_shared(call, file, offset, whence) \
	MADE(call)                                      \
	RECORD(PUT_FILE(file) PUT(offset) TEXT(gohpc_mpiwrap_whence(whence)) PUT(-1))

#define ON_File_sync(call, file) \
	MADE(call)               \
	RECORD(PUT_FILE(file))

/* Transfers: reading and writing are alike. */

#define WHERE(file) int64_t offset = position(&c, file);
#define TRANSFERRED(status, writing) int64_t bytes = moved(&c, r, status, writing);

#define TRANSFER(call, file, count, type, status, writing) \
	OWN_STATUS(status)                                 \
	WHERE(file)                                        \
	MADE(call)                                         \
	TRANSFERRED(status, writing)                       \
	RECORD(PUT_FILE(file) PUT(offset) PUT_BLOCK(count, type) PUT(bytes))
#define ON_File_read(call, file, buf, count, type, status) TRANSFER(call, file, count, type, status, 0)
#define ON_File_write(call, file, buf, count, type, status) TRANSFER(call, file, count, type, status, 1)
#define ON_File_read_all ON_File_read
#define ON_File_write_all ON_File_write

#define TRANSFER_AT(call, file, offset, count, type, status, writing) \
	OWN_STATUS(status)                                            \
	MADE(call)                                                    \
	TRANSFERRED(status, writing)                                  \
	RECORD(PUT_FILE(file) PUT(offset) PUT_BLOCK(count, type) PUT(bytes))
#define ON_File_read_at(call, file, offset, buf, count, type, status) TRANSFER_AT(call, file, offset, count, type, status, 0)
#define ON_File_write_at(call, file, offset, buf, count, type, status) TRANSFER_AT(call, file, offset, count, type, status, 1)
#define ON_File_read_at_all ON_File_read_at
#define ON_File_write_at_all ON_File_write_at

#define TRANSFER_SHARED(call, file, count, type, status, writing) \
	OWN_STATUS(status)                                        \
	MADE(call)                                                \
	TRANSFERRED(status, writing)                              \
	RECORD(PUT_FILE(file) PUT_BLOCK(count, type) PUT(bytes))
#define ON_File_read_shared(call, file, buf, count, type, status) TRANSFER_SHARED(call, file, count, type, status, 0)
#define ON_File_write_shared(call, file, buf, count, type, status) TRANSFER_SHARED(call, file, count, type, status, 1)
#define ON_File_read_ordered ON_File_read_shared
#define ON_File_write_ordered ON_File_write_shared

#define BEGUN(call, file, count, type, request, kind) \
	WHERE(file)                                   \
	BEGUN_AT(call, file, offset, count, type, request, kind)
#define BEGUN_AT(call, file, offset, count, type, request, kind) \
	MADE(call)                                               \
	REQUESTED(request, kind)                                 \
	RECORD(PUT_FILE(file) PUT(rid) PUT(offset) PUT_BLOCK(count, type))
#define ON_File_iread(call, file, buf, count, type, request) BEGUN(call, file, count, type, request, A_READ)
#define ON_File_iwrite(call, file, buf, count, type, request) BEGUN(call, file, count, type, request, A_WRITE)
#define ON_File_iread_all ON_File_iread
#define ON_File_iwrite_all ON_File_iwrite
#define ON_File_iread_at(call, file, offset, buf, count, type, request) BEGUN_AT(call, file, offset, count, type, request, A_READ)
#define ON_File_iwrite_at(call, file, offset, buf, count, type, request) BEGUN_AT(call, file, offset, count, type, request, A_WRITE)
#define ON_File_iread_at_all ON_File_iread_at
#define ON_File_iwrite_at_all ON_File_iwrite_at

#define BEGUN_SHARED(call, file, request, kind) \
	MADE(call)                              \
	REQUESTED(request, kind)                \
	RECORD(PUT_FILE(file) PUT(rid))
#define ON_File_iread_shared(call, file, buf, count, type, request) BEGUN_SHARED(call, file, request, A_READ)
#define ON_File_iwrite_shared(call, file, buf, count, type, request) BEGUN_SHARED(call, file, request, A_WRITE)

/* Split collective operations. */

#define SPLIT(file, kind) int rid = split_begun(&c, r, file, kind);

#define SPLIT_BEGUN(call, file, count, type, kind) \
	WHERE(file)                                \
	MADE(call)                                 \
	SPLIT(file, kind)                          \
	RECORD(PUT_FILE(file) PUT(rid) LIST(PUT_DATA(e, &c, offset, count, type)))
#define ON_File_read_all_begin(call, file, buf, count, type) SPLIT_BEGUN(call, file, count, type, A_READ)
#define ON_File_write_all_begin(call, file, buf, count, type) SPLIT_BEGUN(call, file, count, type, A_WRITE)

#define SPLIT_ORDERED(call, file, count, type, kind) \
	MADE(call)                                   \
	SPLIT(file, kind)                            \
	RECORD(PUT_FILE(file) PUT(rid) LIST(PUT_DATA(e, &c, -1, count, type)))
#define ON_File_read_ordered_begin(call, file, buf, count, type) SPLIT_ORDERED(call, file, count, type, A_READ)
#define ON_File_write_ordered_begin(call, file, buf, count, type) SPLIT_ORDERED(call, file, count, type, A_WRITE)

#define ON_File_read_at_all_begin(call, file, offset, buf, count, type) \
	MADE(call)                                                      \
	SPLIT(file, A_READ)                                             \
	RECORD(PUT_FILE(file) PUT(rid) PUT(offset) PUT_BLOCK(count, type))
#define ON_File_write_at_all_begin(call, file, offset, buf, count, type) \
	MADE(call)                                                       \
	SPLIT(file, A_WRITE)                                             \
	RECORD(PUT_FILE(file) PUT(rid))

#define SPLIT_ENDED(call, file, status, writing) \
	OWN_STATUS(status)                       \
	MADE(call)                               \
	int rid = split_ended(&c, file);         \
	TRANSFERRED(status, writing)             \
	RECORD(PUT(bytes) LIST(PUT_FOR(e, rid)))
#define ON_File_read_all_end(call, file, buf, status) SPLIT_ENDED(call, file, status, 0)
#define ON_File_write_all_end(call, file, buf, status) SPLIT_ENDED(call, file, status, 1)
#define ON_File_read_at_all_end ON_File_read_all_end
#define ON_File_write_at_all_end ON_File_write_all_end
#define ON_File_read_ordered_end ON_File_read_all_end
#define ON_File_write_ordered_end ON_File_write_all_end

#endif
