package tacc

import (
	"strings"
	"sync"
)

// The keys of the types that are collected, in the order and with the options of the monitor's version 2.3.5;
// powercap is ours. Those of nfs are made from the names of its operations.
var schemas = []string{
	"!block rd_ios,E rd_merges,E rd_sectors,E,U=512B rd_ticks,E,U=ms wr_ios,E wr_merges,E wr_sectors,E,U=512B " +
		"wr_ticks,E,U=ms in_flight io_ticks,E,U=ms time_in_queue,E,U=ms",
	"!cpu user,E,U=cs nice,E,U=cs system,E,U=cs idle,E,U=cs iowait,E,U=cs irq,E,U=cs softirq,E,U=cs",
	"!ib excessive_buffer_overrun_errors,E,W=32 link_downed,E,W=32 link_error_recovery,E,W=32 " +
		"local_link_integrity_errors,E,W=32 port_rcv_constraint_errors,E,W=32 port_rcv_data,E,U=4B,W=32 " +
		"port_rcv_errors,E,W=32 port_rcv_packets,E,W=32 port_rcv_remote_physical_errors,E,W=32 " +
		"port_rcv_switch_relay_errors,E,W=32 port_xmit_constraint_errors,E,W=32 port_xmit_data,E,U=4B,W=32 " +
		"port_xmit_discards,E,W=32 port_xmit_packets,E,W=32 port_xmit_wait,E,U=ms,W=32 symbol_error,E,W=32 " +
		"VL15_dropped,E,W=32",
	"!ib_ext port_select,C counter_select,C port_xmit_data,E,U=4B port_rcv_data,E,U=4B port_xmit_pkts,E port_rcv_pkts,E " +
		"port_unicast_xmit_pkts,E port_unicast_rcv_pkts,E port_multicast_xmit_pkts,E port_multicast_rcv_pkts,E",
	"!llite read_bytes,E,U=B write_bytes,E,U=B direct_read,E,U=B direct_write,E,U=B osc_read,E,U=B " +
		"osc_write,E,U=B dirty_pages_hits,E dirty_pages_misses,E ioctl,E open,E close,E mmap,E seek,E fsync,E " +
		"setattr,E truncate,E flock,E getattr,E statfs,E alloc_inode,E setxattr,E getxattr,E listxattr,E " +
		"removexattr,E inode_permission,E readdir,E create,E lookup,E link,E unlink,E symlink,E mkdir,E rmdir,E " +
		"mknod,E rename,E",
	"!lnet tx_msgs,E rx_msgs,E rx_msgs_dropped,E tx_bytes,E,U=B rx_bytes,E,U=B rx_bytes_dropped,E",
	"!mdc ldlm_cancel,E mds_close,E mds_getattr,E mds_getattr_lock,E mds_getxattr,E mds_readpage,E " +
		"mds_statfs,E mds_sync,E reqs,E wait,E,U=us",
	"!mem MemTotal,U=KB MemFree,U=KB MemUsed,U=KB Active,U=KB Inactive,U=KB Dirty,U=KB Writeback,U=KB " +
		"FilePages,U=KB Mapped,U=KB AnonPages,U=KB PageTables,U=KB NFS_Unstable,U=KB Bounce,U=KB Slab,U=KB " +
		"AnonHugePages,U=KB HugePages_Total HugePages_Free",
	"!net collisions,E multicast,E rx_bytes,E,U=B rx_compressed,E rx_crc_errors,E rx_dropped,E rx_errors,E " +
		"rx_fifo_errors,E rx_frame_errors,E rx_length_errors,E rx_missed_errors,E rx_over_errors,E rx_packets,E " +
		"tx_aborted_errors,E tx_bytes,E,U=B tx_carrier_errors,E tx_compressed,E tx_dropped,E tx_errors,E " +
		"tx_fifo_errors,E tx_heartbeat_errors,E tx_packets,E tx_window_errors,E",
	"!numa numa_hit,E numa_miss,E numa_foreign,E interleave_hit,E local_node,E other_node,E",
	"!osc read_bytes,E,U=B write_bytes,E,U=B ost_destroy,E ost_punch,E ost_read,E ost_setattr,E ost_statfs,E " +
		"ost_write,E reqs,E wait,E,U=us",
	"!powercap energy,E,U=uJ",
	"!proc Uid VmPeak,U=kB VmSize,U=kB VmLck,U=kB VmHWM,U=kB VmRSS,U=kB VmData,U=kB VmStk,U=kB VmExe,U=kB " +
		"VmLib,U=kB VmPTE,U=kB VmSwap,U=kB Threads",
	"!ps ctxt,E processes,E load_1 load_5 load_15 nr_running nr_threads",
	"!sysv_shm mem_used,U=B segs_used",
	"!tmpfs bytes_used,U=B files_used",
	"!vfs dentry_use file_use inode_use",
	"!vm nr_anon_transparent_hugepages pgpgin,E,U=KB pgpgout,E,U=KB pswpin,E pswpout,E pgalloc_normal,E " +
		"pgfree,E pgactivate,E pgdeactivate,E pgfault,E pgmajfault,E pgrefill_normal,E pgsteal_normal,E " +
		"pgscan_kswapd_normal,E pgscan_direct_normal,E pginodesteal,E slabs_scanned,E kswapd_steal,E " +
		"kswapd_inodesteal,E pageoutrun,E allocstall,E pgrotated,E thp_fault_alloc,E thp_fault_fallback,E " +
		"thp_collapse_alloc,E thp_collapse_alloc_failed,E thp_split,E",
}

const nfsFixed = "inode_revalidate,E dentry_revalidate,E data_invalidate,E attr_invalidate,E vfs_open,E vfs_lookup,E " +
	"vfs_access,E vfs_updatepage,E vfs_readpage,E vfs_readpages,E vfs_writepage,E vfs_writepages,E " +
	"vfs_getdents,E vfs_setattr,E vfs_flush,E vfs_fsync,E vfs_lock,E vfs_release,E congestion_wait,E " +
	"setattr_trunc,E extend_write,E silly_rename,E short_read,E short_write,E delay,E normal_read,E,U=B " +
	"normal_write,E,U=B direct_read,E,U=B direct_write,E,U=B server_read,E,U=B server_write,E,U=B " +
	"read_page,E write_page,E xprt_sends,E xprt_recvs,E xprt_bad_xids,E xprt_req_u,E xprt_bklog_u,E"

var nfsOperations = strings.Fields("ACCESS COMMIT CREATE FSINFO FSSTAT GETATTR LINK LOOKUP MKDIR MKNOD PATHCONF READ READDIR READDIRPLUS READLINK REMOVE RENAME RMDIR SETATTR SYMLINK WRITE")

var nfsOperationKeys = strings.Fields("ops,E ntrans,E timeouts,E bytes_sent,E,U=B bytes_recv,E,U=B queue,E,U=ms rtt,E,U=ms execute,E,U=ms")

// nfsSchema has 38 values of a mount and 8 of each of its operations.
func nfsSchema() string {
	var b strings.Builder
	b.WriteString("!nfs " + nfsFixed)
	for _, o := range nfsOperations {
		for _, k := range nfsOperationKeys {
			b.WriteString(" " + o + "_" + k)
		}
	}
	return b.String()
}

// collected are the types of all collectors, by name.
var collected = sync.OnceValue(func() map[string]Type {
	all := make(map[string]Type)
	for _, s := range append(schemas, nfsSchema()) {
		t, err := ParseType(s)
		if err != nil {
			continue // a test makes sure that there is none
		}
		all[t.Name] = t
	}
	return all
})
