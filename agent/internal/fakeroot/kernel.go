package fakeroot

// sysctls are the values of a freshly booted host. /proc/sys has more; these are the ones that bear on throughput.
var sysctls = map[string]string{
	"net/core/somaxconn": "4096", "net/core/netdev_max_backlog": "1000", "net/core/netdev_budget": "300", "net/core/netdev_budget_usecs": "8000",
	"net/core/rps_sock_flow_entries": "0", "net/core/busy_poll": "0", "net/core/busy_read": "0", "net/core/dev_weight": "64",
	"net/core/rmem_default": "212992", "net/core/rmem_max": "212992", "net/core/wmem_default": "212992", "net/core/wmem_max": "212992",
	"net/core/optmem_max": "20480", "net/core/default_qdisc": "fq_codel",
	"net/ipv4/tcp_max_syn_backlog": "4096", "net/ipv4/tcp_syncookies": "1", "net/ipv4/tcp_tw_reuse": "2", "net/ipv4/tcp_fin_timeout": "60",
	"net/ipv4/ip_local_port_range": "32768\t60999", "net/ipv4/ip_local_reserved_ports": "", "net/ipv4/tcp_max_tw_buckets": "262144",
	"net/ipv4/tcp_rmem": "4096\t131072\t6291456", "net/ipv4/tcp_wmem": "4096\t16384\t4194304", "net/ipv4/tcp_mem": "382410\t509881\t764820",
	"net/ipv4/tcp_congestion_control": "cubic", "net/ipv4/tcp_available_congestion_control": "reno cubic",
	"net/ipv4/tcp_notsent_lowat": "4294967295", "net/ipv4/tcp_slow_start_after_idle": "1", "net/ipv4/tcp_fastopen": "1",
	"net/ipv4/tcp_keepalive_time": "7200", "net/ipv4/tcp_abort_on_overflow": "0", "net/ipv4/tcp_timestamps": "1", "net/ipv4/tcp_sack": "1",
	"net/ipv4/tcp_window_scaling": "1", "net/ipv4/tcp_autocorking": "1", "net/ipv4/tcp_moderate_rcvbuf": "1", "net/ipv4/tcp_limit_output_bytes": "1048576",
	"net/ipv4/tcp_syn_retries": "6", "net/ipv4/tcp_synack_retries": "5", "net/ipv4/tcp_no_metrics_save": "0", "net/ipv4/tcp_mtu_probing": "0",
	"fs/file-max": "9223372036854775807", "fs/nr_open": "1048576", "vm/swappiness": "60", "kernel/numa_balancing": "1", "kernel/nmi_watchdog": "1",
}

func (h Host) writeKernel(f *files) {
	f.write("proc/sys/kernel/hostname", "%s\n", h.Name)
	f.write("proc/sys/kernel/osrelease", "%s\n", h.Kernel)
	f.write("proc/sys/kernel/version", "#1 SMP PREEMPT_DYNAMIC Wed Jan 1 00:00:00 UTC 2025\n")
	f.write("proc/sys/kernel/arch", "x86_64\n")
	f.write("proc/sys/kernel/random/boot_id", "00000000-0000-4000-8000-%012d\n", h.CPUs)
	f.write("boot/config-"+h.Kernel, "CONFIG_HZ=250\nCONFIG_IRQ_TIME_ACCOUNTING=y\n")
	f.write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
	f.write("sys/kernel/mm/transparent_hugepage/defrag", "always defer defer+madvise [madvise] never\n")
	f.write("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n")
	f.write("sys/devices/virtual/dmi/id/sys_vendor", "%s\n", h.Vendor)
	f.write("sys/devices/virtual/dmi/id/product_name", "%s\n", h.Product)
	f.write("sys/fs/cgroup/system.slice/agent.service/cpu.stat", "usage_usec 1000\nuser_usec 600\nsystem_usec 400\nnr_periods 30\nnr_throttled 4\nthrottled_usec 5000\n")
}
