package functions

// known is the table of the functions, in the form that add reads. The index of a function is stored in
// files: new functions are only added at the end.
const known = `
Send Send Bsend Ssend Rsend: size count tid toRank toTag cid
Send? Isend Ibsend Issend Irsend: size count tid toRank toTag cid rid
Receive Recv: fromRank fromTag cid ~source ~tag ~bytes
Receive? Irecv: fromRank fromTag cid rid
Exchange Sendrecv: size toRank toTag fromRank fromTag cid count sendTid recvTid ~source ~tag ~bytes
Exchange Sendrecv_replace: sendSize toRank toTag fromRank fromTag cid count tid ~source ~tag ~bytes
Completion Wait Waitany Waitall Waitsome: [For(rid) Done(rid source tag bytes cid)]
Completion? Test Testany Testall Testsome: [For(rid) Done(rid source tag bytes cid)]
Probe? Iprobe: source tag cid
Probe Probe: source tag cid
Local? Cancel: ~rid
Local Test_cancelled:
Local Send_init Bsend_init Ssend_init Rsend_init: size count tid toRank toTag cid rid
Local Recv_init: fromRank fromTag cid rid
Start? Start: rid
Start? Startall: [For(rid)]
Local Grequest_complete: ~rid
Collective/All Barrier: cid
Collective/FromRoot Bcast: size rootRank cid count tid
Collective/ToRoot Reduce: size rootRank cid count tid
Collective/All Allreduce: size cid count tid
Collective/Prefix Scan Exscan: size cid count tid
Collective/All Alltoall Allgatherv: size cid count tid
Collective/ToRoot Gather: size recvSize root cid count tid recvCount recvtid
Collective/FromRoot Scatter: size recvSize root cid count tid recvCount recvtid
Collective/ToRoot Gatherv: size root cid count tid
Collective/FromRoot Scatterv: recvSize root cid recvCount recvtid
Collective/All Allgather: size recvSize cid count tid recvCount recvtid
Collective/All Alltoallv: cid [Send(rank size count tid)]
Collective/All Reduce_scatter: cid [Recv(rank size count tid)]
Collective/All Alltoallw Reduce_scatter_block: ~cid
Collective/Near Neighbor_allgather Neighbor_allgatherv Neighbor_alltoall Neighbor_alltoallv Neighbor_alltoallw: cid
Collective/All? Ibarrier Iallreduce Ialltoall Ialltoallv Ialltoallw Iallgather Iallgatherv Ireduce_scatter Ireduce_scatter_block: cid rid
Collective/FromRoot? Ibcast Iscatter Iscatterv: cid rid
Collective/ToRoot? Ireduce Igather Igatherv: cid rid
Collective/Prefix? Iscan Iexscan: cid rid
Collective/Near? Ineighbor_allgather Ineighbor_allgatherv Ineighbor_alltoall Ineighbor_alltoallv Ineighbor_alltoallw: cid rid
Lifecycle/All Init Init_thread Finalize:
Lifecycle Abort: cid
Lifecycle Pcontrol:
Communicator/All Comm_create Comm_dup Comm_split: cid newcid
Communicator/Some Comm_free: cid
Local Comm_set_name:
Communicator/All Comm_create_group Comm_split_type Comm_dup_with_info Cart_create Cart_sub Graph_create Dist_graph_create Dist_graph_create_adjacent Intercomm_create Intercomm_merge: ~cid ~newcid
Communicator/All Comm_disconnect: ~cid
Communicator/All? Comm_idup Comm_idup_with_info: ~cid ~rid
Communicator/All Comm_create_from_group Intercomm_create_from_groups:
Local Type_vector: oldTid
Local Type_commit Type_free: tid
Window Win_complete Win_lock Win_start Win_unlock Win_wait:
Window? Win_post Win_test:
Window/All Win_fence Win_free:
Local Win_get_group:
File/All File_open: cid name$ flags fid [Info(key$ value$) EmptyInfo(key$)]
File/All File_close: fid
File File_delete: fid name$ [Info(key$ value$) EmptyInfo(key$)]
File/Some File_set_info: fid [Info(key$ value$) EmptyInfo(key$)]
File/All File_set_view: fid offset etid filetid representation$ [Info(key$ value$) EmptyInfo(key$)]
File File_read File_write File_read_at File_write_at: fid offset size count tid ~bytes
File/Some File_read_all File_write_all File_read_at_all File_write_at_all: fid offset size count tid ~bytes
File File_read_shared File_write_shared: fid size count tid ~bytes
File/Some File_read_ordered File_write_ordered: fid size count tid ~bytes
File? File_iread File_iwrite File_iread_at File_iwrite_at: fid rid offset size count tid
File? File_iread_shared File_iwrite_shared: fid rid
File/Some? File_read_at_all_begin: fid rid offset size count tid
File/Some? File_write_at_all_begin: fid rid
File/Some? File_read_all_begin File_write_all_begin File_read_ordered_begin File_write_ordered_begin: fid rid [Data(offset size count tid)]
File/Some Wait=File_read_all_end Wait=File_write_all_end Wait=File_read_at_all_end Wait=File_write_at_all_end Wait=File_read_ordered_end Wait=File_write_ordered_end: ~bytes [For(rid)]
File/Some? File_iread_all File_iwrite_all File_iread_at_all File_iwrite_at_all: ~fid ~rid ~offset ~size ~count ~tid
File/Some File_set_size File_preallocate: fid size
File File_get_size: fid size
File File_seek: fid relative-offset whence$ offset
File/Some File_seek_shared: fid relative-offset whence$ offset
File/Some File_set_atomicity: fid flag
File/Some File_sync: fid
File File_get_position File_get_position_shared File_get_type_extent:
Probe Mprobe: source tag cid
Probe? Improbe: source tag cid
Receive Mrecv: fromRank fromTag cid ~source ~tag ~bytes
Receive? Imrecv: fromRank fromTag cid rid
Exchange? Isendrecv Isendrecv_replace: size count tid toRank toTag cid fromRank fromTag rid
Window? Put Get Accumulate Get_accumulate Fetch_and_op Compare_and_swap: ~rank ~size
Window? Rput Rget Raccumulate Rget_accumulate: ~rank ~size ~rid
Window/All Win_create Win_create_dynamic Win_allocate Win_allocate_shared: ~cid
Window Win_flush Win_flush_all Win_flush_local Win_flush_local_all Win_lock_all Win_unlock_all:
Local Grequest_start: ~rid
Local Request_free: ~rid
Process/All Comm_accept Comm_connect Comm_join Comm_spawn Comm_spawn_multiple:
File File_get_amode File_get_atomicity File_get_byte_offset File_get_group File_get_info File_get_view:
Lifecycle Session_finalize Session_init:
Local Add_error_class Add_error_code Add_error_string Address Alloc_mem Attr_delete Attr_get Attr_put:
Local Buffer_attach Buffer_detach Cart_coords Cart_get Cart_map Cart_rank Cart_shift Cartdim_get:
Local Close_port Comm_call_errhandler Comm_compare Comm_create_errhandler Comm_create_keyval:
Local Comm_delete_attr Comm_free_keyval Comm_get_attr Comm_get_errhandler Comm_get_info Comm_get_name:
Local Comm_get_parent Comm_group Comm_rank Comm_remote_group Comm_remote_size Comm_set_attr:
Local Comm_set_errhandler Comm_set_info Comm_size Comm_test_inter Dims_create Dist_graph_neighbors:
Local Dist_graph_neighbors_count Errhandler_create Errhandler_free Errhandler_get Errhandler_set:
Local Error_class Error_string File_call_errhandler File_create_errhandler File_get_errhandler:
Local File_set_errhandler Finalized Free_mem Get_address Get_count Get_elements Get_elements_x:
Local Get_library_version Get_processor_name Get_version Graph_get Graph_map Graph_neighbors:
Local Graph_neighbors_count Graphdims_get Group_compare Group_difference Group_excl Group_free:
Local Group_from_session_pset Group_incl Group_intersection Group_range_excl Group_range_incl Group_rank:
Local Group_size Group_translate_ranks Group_union Info_create Info_create_env Info_delete Info_dup:
Local Info_free Info_get Info_get_nkeys Info_get_nthkey Info_get_string Info_get_valuelen Info_set:
Local Initialized Is_thread_main Keyval_create Keyval_free Lookup_name Op_commutative Op_create Op_free:
Local Open_port Pack Pack_external Pack_external_size Pack_size Parrived Pready Pready_list Pready_range:
Local Publish_name Query_thread Reduce_local Register_datarep Request_get_status Session_call_errhandler:
Local Session_create_errhandler Session_get_errhandler Session_get_info Session_get_nth_pset:
Local Session_get_num_psets Session_get_pset_info Session_set_errhandler Status_set_cancelled:
Local Status_set_elements Status_set_elements_x Topo_test Type_contiguous Type_create_darray:
Local Type_create_f90_complex Type_create_f90_integer Type_create_f90_real Type_create_hindexed:
Local Type_create_hindexed_block Type_create_hvector Type_create_indexed_block Type_create_keyval:
Local Type_create_resized Type_create_struct Type_create_subarray Type_delete_attr Type_dup Type_extent:
Local Type_free_keyval Type_get_attr Type_get_contents Type_get_envelope Type_get_extent Type_get_extent_x:
Local Type_get_name Type_get_true_extent Type_get_true_extent_x Type_hindexed Type_hvector Type_indexed:
Local Type_lb Type_match_size Type_set_attr Type_set_name Type_size Type_size_x Type_struct Type_ub Unpack:
Local Unpack_external Unpublish_name Win_attach Win_call_errhandler Win_create_errhandler:
Local Win_create_keyval Win_delete_attr Win_detach Win_free_keyval Win_get_attr Win_get_errhandler:
Local Win_get_info Win_get_name Win_set_attr Win_set_errhandler Win_set_info Win_set_name Win_shared_query:
Local Win_sync:
Local? Allgather_init Allgatherv_init Allreduce_init Alltoall_init Alltoallv_init Alltoallw_init:
Local? Barrier_init Bcast_init Exscan_init Gather_init Gatherv_init Neighbor_allgather_init Neighbor_allgatherv_init Neighbor_alltoall_init Neighbor_alltoallv_init Neighbor_alltoallw_init:
Local? Precv_init: fromRank fromTag cid rid
Local? Psend_init: size count tid toRank toTag cid rid
Local? Reduce_init Reduce_scatter_block_init Reduce_scatter_init Scan_init Scatter_init Scatterv_init:
Local Accumulate_c Allgather_c Allgather_init_c Allgatherv_c Allgatherv_init_c Allreduce_c:
Local Allreduce_init_c Alltoall_c Alltoall_init_c Alltoallv_c Alltoallv_init_c Alltoallw_c:
Local Alltoallw_init_c Bcast_c Bcast_init_c Bsend_c Bsend_init_c Buffer_attach_c Buffer_detach_c Exscan_c:
Local Exscan_init_c File_get_type_extent_c File_iread_all_c File_iread_at_all_c File_iread_at_c:
Local File_iread_c File_iread_shared_c File_iwrite_all_c File_iwrite_at_all_c File_iwrite_at_c:
Local File_iwrite_c File_iwrite_shared_c File_read_all_begin_c File_read_all_c File_read_at_all_begin_c:
Local File_read_at_all_c File_read_at_c File_read_c File_read_ordered_begin_c File_read_ordered_c:
Local File_read_shared_c File_write_all_begin_c File_write_all_c File_write_at_all_begin_c:
Local File_write_at_all_c File_write_at_c File_write_c File_write_ordered_begin_c File_write_ordered_c:
Local File_write_shared_c Gather_c Gather_init_c Gatherv_c Gatherv_init_c Get_accumulate_c Get_c:
Local Get_count_c Get_elements_c Iallgather_c Iallgatherv_c Iallreduce_c Ialltoall_c Ialltoallv_c:
Local Ialltoallw_c Ibcast_c Ibsend_c Iexscan_c Igather_c Igatherv_c Imrecv_c Ineighbor_allgather_c:
Local Ineighbor_allgatherv_c Ineighbor_alltoall_c Ineighbor_alltoallv_c Ineighbor_alltoallw_c Irecv_c:
Local Ireduce_c Ireduce_scatter_block_c Ireduce_scatter_c Irsend_c Iscan_c Iscatter_c Iscatterv_c Isend_c:
Local Isendrecv_c Isendrecv_replace_c Issend_c Mrecv_c Neighbor_allgather_c Neighbor_allgather_init_c:
Local Neighbor_allgatherv_c Neighbor_allgatherv_init_c Neighbor_alltoall_c Neighbor_alltoall_init_c:
Local Neighbor_alltoallv_c Neighbor_alltoallv_init_c Neighbor_alltoallw_c Neighbor_alltoallw_init_c:
Local Op_create_c Pack_c Pack_external_c Pack_external_size_c Pack_size_c Put_c Raccumulate_c Recv_c:
Local Recv_init_c Reduce_c Reduce_init_c Reduce_local_c Reduce_scatter_block_c Reduce_scatter_block_init_c:
Local Reduce_scatter_c Reduce_scatter_init_c Register_datarep_c Rget_accumulate_c Rget_c Rput_c Rsend_c:
Local Rsend_init_c Scan_c Scan_init_c Scatter_c Scatter_init_c Scatterv_c Scatterv_init_c Send_c:
Local Send_init_c Sendrecv_c Sendrecv_replace_c Ssend_c Ssend_init_c Type_contiguous_c:
Local Type_create_darray_c Type_create_hindexed_block_c Type_create_hindexed_c Type_create_hvector_c:
Local Type_create_indexed_block_c Type_create_resized_c Type_create_struct_c Type_create_subarray_c:
Local Type_get_contents_c Type_get_envelope_c Type_get_extent_c Type_get_true_extent_c Type_indexed_c:
Local Type_size_c Type_vector_c Unpack_c Unpack_external_c Win_allocate_c Win_allocate_shared_c:
Local Win_create_c Win_shared_query_c:
Local Buffer_flush Buffer_iflush Comm_attach_buffer Comm_detach_buffer Comm_flush_buffer:
Local Comm_iflush_buffer Get_hw_resource_info Remove_error_class Remove_error_code Remove_error_string:
Local Request_get_status_all Request_get_status_any Request_get_status_some Session_attach_buffer:
Local Session_detach_buffer Session_flush_buffer Session_iflush_buffer Status_get_error Status_get_source:
Local Status_get_tag Status_set_error Status_set_source Status_set_tag Type_get_value_index:
Local Other:
`
