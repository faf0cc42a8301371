import { STOPPABLE_SERVICES } from '../../contract/choices.ts';
import { SYSCTLS } from '../../contract/sysctls.ts';
import type { RunTuning } from '../../contract/tuning.ts';

type Knob = RunTuning['knobs'][number];

/**
 * A script writes as root what some agent reported, perhaps one on a host that is nobody's friend. It writes to what a key of this table means, and
 * never to a path that was reported; other keys, and values of another form, are left alone. Keys are those of
 * agent/internal/tuning/settings.go.
 */
interface KnownKnob {
  key: RegExp;
  value: RegExp;
  /** The arguments with which the script's functions reach it. */
  access: (names: string[], path: string) => string[];
}

const NIC = '((?!-|\\.\\.?/)[^/:\\s]{1,15})';
const NUMBER = '(0|[1-9][0-9]{0,4})';

const form = (text: string): RegExp => new RegExp(`^${text.replaceAll('NIC', NIC).replaceAll('NUMBER', NUMBER)}$`);
const oneOf = (names: readonly string[]): string => `(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`;
const file = (path: (names: string[]) => string) => (names: string[]) => ['file', path(names)];
const queue = (kind: string, name: string) =>
  file(([nic, number]) => `/sys/class/net/${nic}/queues/${kind}-${number}/${name}`);

const WHOLE = /^\d{1,10}$/;
const SWITCH = /^(on|off)$/;
const LIST = /^[0-9,-]{1,24576}$/;
const MASK = /^[0-9a-fA-F,]{1,4096}$/;
const CPUS = '/sys/devices/system/cpu';
/** Other settings than `sysctls` set these. */
const SYSCTLS_OF_OTHERS = ['net.core.rps_sock_flow_entries', 'net.core.busy_poll', 'net.core.busy_read'];

const KNOWN: KnownKnob[] = [
  {
    key: form(`service/${oneOf(STOPPABLE_SERVICES)}`),
    value: /^stopped$/,
    // Without systemd, or of a process that no unit has, it was paused.
    access: ([name = ''], path) => [path.startsWith('systemctl ') ? 'unit' : 'processes', name],
  },
  { key: form('nic/NIC/channels/(combined|rx|tx)'), value: WHOLE, access: (names) => ['channels', ...names] },
  { key: form('nic/NIC/mtu'), value: WHOLE, access: file(([nic]) => `/sys/class/net/${nic}/mtu`) },
  { key: form('nic/NIC/offload/(gro|gso|lro|tso)'), value: SWITCH, access: (names) => ['offload', ...names] },
  { key: form('nic/NIC/coalesce/(adaptive-[rt]x)'), value: SWITCH, access: (names) => ['coalesce', ...names] },
  { key: form('nic/NIC/coalesce/([rt]x-(?:usecs|frames))'), value: WHOLE, access: (names) => ['coalesce', ...names] },
  { key: form('nic/NIC/irq/(.+)/affinity'), value: LIST, access: ([, name = '']) => ['interrupt', ...numbered(name)] },
  { key: form('nic/NIC/rx-NUMBER/rps_cpus'), value: MASK, access: queue('rx', 'rps_cpus') },
  { key: form('nic/NIC/rx-NUMBER/rps_flow_cnt'), value: WHOLE, access: queue('rx', 'rps_flow_cnt') },
  { key: form('nic/NIC/tx-NUMBER/xps_cpus'), value: MASK, access: queue('tx', 'xps_cpus') },
  {
    key: form(`sysctl/${oneOf([...Object.keys(SYSCTLS), ...SYSCTLS_OF_OTHERS])}`),
    value: /^[\w .\t-]{1,200}$/,
    access: file(([name = '']) => `/proc/sys/${name.replaceAll('.', '/')}`),
  },
  {
    key: form('cpu/NUMBER/governor'),
    value: /^[a-z]{1,40}$/,
    access: file(([cpu]) => `${CPUS}/cpu${cpu}/cpufreq/scaling_governor`),
  },
  {
    key: form('cpu/turbo'),
    value: SWITCH,
    access: (_, path) => ['file', `${CPUS}/${path.endsWith('/no_turbo') ? 'intel_pstate/no_turbo' : 'cpufreq/boost'}`],
  },
  {
    key: form('memory/transparent_hugepage'),
    value: /^(always|madvise|never)$/,
    access: () => ['choice', '/sys/kernel/mm/transparent_hugepage/enabled'],
  },
];

/** How the script reaches a knob; null for one that it does not know, or that was asked to be what it can't be. */
export function accessOf({ key, path, asked }: Knob): string[] | null {
  for (const known of KNOWN) {
    const names = known.key.exec(key)?.slice(1);
    if (names)
      return asked === null || asked === 'absent' || known.value.test(asked) ? known.access(names, path) : null;
  }
  return null;
}

/** Lines of one name are numbered: `virtio0-input#2` is the second. */
function numbered(name: string): [string, string] {
  const [, bare, nth] = name.match(/^(.*)#(\d+)$/) ?? [];
  return [bare ?? name, nth ?? '1'];
}
