/**
 * The kernel parameters that a run may set, by their names in sysctl(8). What may be written: `numbers` whole numbers
 * between `min` and `max`, ascending where `ascending`; or one of `words`. Anything else is refused, by the API and
 * again by the agent, which is given this table by `npm run generate`.
 */
export interface SysctlRule {
  about: string;
  numbers?: number;
  min?: number;
  max?: number;
  ascending?: boolean;
  words?: string[];
}

const INT_MAX = 2_147_483_647;
const flag = (about: string, max = 1): SysctlRule => ({ about, numbers: 1, min: 0, max });
const number = (about: string, min: number, max: number): SysctlRule => ({ about, numbers: 1, min, max });

export const SYSCTLS = {
  'net.core.somaxconn': number('longest queue of connections that wait for accept()', 1, 1_048_576),
  'net.core.netdev_max_backlog': number('packets that a CPU may hold back between NIC and stack', 1, 10_000_000),
  'net.core.netdev_budget': number('packets of one softirq round', 1, 100_000),
  'net.core.netdev_budget_usecs': number('microseconds of one softirq round', 1, 1_000_000),
  'net.core.dev_weight': number('packets of one NIC in one softirq round', 1, 4096),
  'net.core.rmem_default': number('bytes of a socket’s receive buffer', 4096, INT_MAX),
  'net.core.rmem_max': number('most bytes of a receive buffer', 4096, INT_MAX),
  'net.core.wmem_default': number('bytes of a socket’s send buffer', 4608, INT_MAX),
  'net.core.wmem_max': number('most bytes of a send buffer', 4608, INT_MAX),
  'net.core.optmem_max': number('most bytes of ancillary buffers of a socket', 4096, INT_MAX),
  'net.core.default_qdisc': {
    about: 'queueing discipline of interfaces that come up',
    words: ['fq', 'fq_codel', 'pfifo_fast', 'sfq', 'cake'],
  },
  'net.ipv4.tcp_max_syn_backlog': number('half-open connections of a listener', 1, 10_000_000),
  'net.ipv4.tcp_syncookies': flag('answer to a flood of SYNs with cookies', 2),
  'net.ipv4.ip_local_port_range': {
    about: 'ports of outgoing connections',
    numbers: 2,
    min: 1024,
    max: 65_535,
    ascending: true,
  },
  'net.ipv4.tcp_tw_reuse': flag('reuse of ports in TIME-WAIT for outgoing connections', 2),
  'net.ipv4.tcp_fin_timeout': number('seconds in FIN-WAIT-2', 1, 3600),
  'net.ipv4.tcp_max_tw_buckets': number('sockets in TIME-WAIT', 1, 10_000_000),
  'net.ipv4.tcp_rmem': {
    about: 'bytes of TCP’s receive buffer: least, default, most',
    numbers: 3,
    min: 1,
    max: INT_MAX,
    ascending: true,
  },
  'net.ipv4.tcp_wmem': {
    about: 'bytes of TCP’s send buffer: least, default, most',
    numbers: 3,
    min: 1,
    max: INT_MAX,
    ascending: true,
  },
  'net.ipv4.tcp_congestion_control': {
    about: 'congestion control of new connections',
    words: ['cubic', 'reno', 'bbr', 'dctcp'],
  },
  'net.ipv4.tcp_slow_start_after_idle': flag('slow start after a connection was idle'),
  'net.ipv4.tcp_notsent_lowat': number('unsent bytes at which a socket is writable', 1, INT_MAX),
  'net.ipv4.tcp_fastopen': flag('data in the SYN: 1 clients, 2 servers, 3 both', 3),
  'net.ipv4.tcp_timestamps': flag('timestamps in TCP headers', 2),
  'net.ipv4.tcp_sack': flag('selective acknowledgements'),
  'net.ipv4.tcp_autocorking': flag('small writes gathered into one segment'),
  'net.ipv4.tcp_limit_output_bytes': number('bytes of a socket in the NIC’s queue', 4096, INT_MAX),
  'net.netfilter.nf_conntrack_max': number('connections that netfilter tracks', 1, 100_000_000),
  'fs.file-max': number('open files of the whole host', 1024, 1_000_000_000),
  'fs.nr_open': number('most open files that a process may be allowed', 1024, 1_073_741_816),
  'vm.swappiness': number('readiness to swap', 0, 200),
  'kernel.numa_balancing': flag('moving of pages to the node that uses them', 3),
  'kernel.sched_autogroup_enabled': flag('scheduling by terminal session'),
  'kernel.timer_migration': flag('moving of timers off idle CPUs'),
  'kernel.nmi_watchdog': flag('hard-lockup detector, which takes a performance counter'),
} as const satisfies Record<string, SysctlRule>;

export type SysctlName = keyof typeof SYSCTLS;
export const sysctlNames = Object.keys(SYSCTLS) as [SysctlName, ...SysctlName[]];

/** Why a value may not be written; null when it may. */
export function sysctlFault(name: SysctlName, value: string): string | null {
  const rule: SysctlRule = SYSCTLS[name];
  if (rule.words) return rule.words.includes(value) ? null : `must be one of ${rule.words.join(', ')}`;
  const { numbers = 1, min = 0, max = INT_MAX, ascending = false } = rule;
  const words = value.trim().split(/\s+/);
  const form =
    numbers === 1
      ? `must be a whole number from ${min} to ${max}`
      : `must be ${numbers} whole numbers from ${min} to ${max}${ascending ? ', ascending' : ''}`;
  if (words.length !== numbers || !words.every((word) => /^\d{1,10}$/.test(word))) return form;
  const values = words.map(Number);
  if (values.some((n) => n < min || n > max)) return form;
  return ascending && values.some((n, i) => i > 0 && n < (values[i - 1] ?? 0)) ? form : null;
}
