import type { RunTuning } from '../../contract/tuning.ts';
import { accessOf } from './known-knobs.ts';
import { comment, shellLine, shellWord } from './shell.ts';
import { SERVICES_FROM } from './tuning-library.ts';

type Knob = RunTuning['knobs'][number];

export interface TuningLines {
  /** Empty where nothing is written to the kernel. */
  lines: string[];
  /** Programs that they call, beyond the shell's own. */
  programs: string[];
  /** `soft:hard` of target and load generator; null: as it is. */
  openFiles: string | null;
}

const NOTHING: TuningLines = { lines: [], programs: [], openFiles: null };

const OPEN_FILES = 'limits/nofile';

/** What was applied to a host, to be applied again: everything is kept before the first value is written. */
export function tuningLines(tuning: RunTuning | undefined): TuningLines {
  if (!tuning) return NOTHING;
  const { knobs } = tuning;
  const limit = knobs.find(({ key }) => key === OPEN_FILES);
  const kernel = knobs.map((knob, index) => ({ knob, index, access: accessOf(knob) }));
  const known = kernel.filter(({ knob, access }) => access && (knob.asked === null ? wasReset(knob) : isWanted(knob)));
  const left = kernel.filter(
    ({ knob, access }) => knob.key !== OPEN_FILES && knob.asked !== null && !(access && isWanted(knob)),
  );
  const wanted = known.filter(({ knob }) => knob.asked !== null);
  const lines =
    wanted.length === 0
      ? []
      : [
          'begin_tuning',
          ...known.map(
            ({ knob, index, access }) => `${keeping(knob)} ${restoreOrder(knob.key, index)} ${shellLine(access ?? [])}`,
          ),
          ...wanted.flatMap(({ knob, access }) => [
            ...comment(`${knob.key}: ${knob.why}`),
            putLine(knob, access ?? []),
          ]),
        ];
  return {
    lines: [...left.flatMap(({ knob }) => comment(leftAlone(knob))), ...lines],
    programs: [...new Set(wanted.length === 0 ? [] : known.flatMap(({ access }) => PROGRAMS[access?.[0] ?? ''] ?? []))],
    openFiles: limit && isWanted(limit) ? limit.asked : null,
  };
}

/** What had no value before came with queues that were asked for, and goes with them. */
const keeping = ({ before }: Knob): string => (before === null ? 'keep_where_there' : 'keep');

const isWanted = ({ asked, status }: Knob): boolean =>
  asked !== null && asked !== 'absent' && status !== 'not-changeable' && status !== 'failed';

/** Not requested, but reset by a requested setting: saved, and restored with it. */
const wasReset = ({ before }: Knob): boolean => before !== null;

const leftAlone = (knob: Knob): string => {
  const { key, asked, status, reason } = knob;
  const inRun = `in the run it was ${status.replace('-', ' ')}${reason ? `, ${reason}` : ''}`;
  return `${key} is left alone (asked: ${asked}): ${isWanted(knob) ? 'a script does not write this value there' : inRun}`;
};

const PROGRAMS: Record<string, string[]> = {
  channels: ['ethtool'],
  coalesce: ['ethtool'],
  offload: ['ethtool'],
  unit: ['systemctl'],
  processes: ['ps'],
};

function putLine(knob: Knob, access: string[]): string {
  const value = rawValue(knob, knob.asked ?? '');
  const expected = access[0] === 'file' || access[0] === 'interrupt' ? rawValue(knob, knob.readBack ?? '') : value;
  return `put ${shellWord(value)} ${shellWord(expected || value)} ${shellLine(access)}`;
}

/** Turbo is given as on and off, and written as a digit: 1 is on, except in intel_pstate's no_turbo. */
function rawValue({ key, path }: Knob, value: string): string {
  if (key !== 'cpu/turbo' || value === '') return value;
  const inverse = path.endsWith('/no_turbo');
  return (value === 'on') === inverse ? '0' : '1';
}

/**
 * In the order of an agent's restore. Queues come first, then what belongs to the device, the last first (a driver may
 * refuse microseconds while its adaptive mode is on), then the rest. Services come last: what they move is in place by
 * then.
 */
function restoreOrder(key: string, index: number): number {
  if (key.startsWith('service/')) return SERVICES_FROM + index;
  if (key.includes('/channels/')) return 100_000 + index;
  if (/\/coalesce\/|\/offload\/|\/mtu$/.test(key)) return 300_000 - index;
  return 300_001 + index;
}
