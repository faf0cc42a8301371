/** Parameters of the kernel's command line that bear on figures, and say nothing of a machine beyond that. */
const TELLING = new RegExp(
  `^(${[
    'mitigations|nosmt|spectre_v2|spectre_v2_user|spec_store_bypass_disable|nospectre_v[12]|nopti|pti|kpti|l1tf|mds|retbleed',
    'tsx|tsx_async_abort|isolcpus|nohz|nohz_full|rcu_nocbs|rcu_nocb_poll|irqaffinity|threadirqs|skew_tick|maxcpus|nr_cpus',
    'intel_pstate|amd_pstate|intel_idle\\.max_cstate|processor\\.max_cstate|idle|cpuidle\\.\\w+|clocksource|tsc|preempt',
    'transparent_hugepage|hugepages|hugepagesz|default_hugepagesz|numa_balancing|iommu|intel_iommu|amd_iommu|pcie_aspm',
    'audit|selinux|apparmor|nowatchdog|nmi_watchdog|nosoftlockup|net\\.ifnames|systemd\\.unified_cgroup_hierarchy|quiet|ro|rw',
  ].join('|')})(=|$)`,
);

/**
 * A command line as it may leave the lab. Installers and network boots put passwords, keys and addresses of servers
 * there, so only what is known to be harmless stays, and the rest is counted.
 */
export function sharedCmdline(text: string): string {
  const words = text.split(/\s+/).filter(Boolean);
  const kept = words.filter((word) => TELLING.test(word));
  const out = words.length - kept.length;
  return [...kept, ...(out > 0 ? [`(${out} left out)`] : [])].join(' ');
}
