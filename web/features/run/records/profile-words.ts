import type { ProfileKind } from '@contract/load';
import type { RunStep, StepProfile } from '@contract/step';
import { shellWord } from '@rules/script/shell';
import { formatBytes, formatCount, formatSignificant } from '@rules/words/numbers';

export const PROFILE_WORDS: Record<ProfileKind, { title: string; says: string }> = {
  cpu: { title: 'CPU', says: 'where CPU time went while load was driven' },
  block: { title: 'Blocking', says: 'where goroutines waited for channels, conditions and locks' },
  mutex: { title: 'Mutex', says: 'where a lock was given up that others had waited for' },
  heap: { title: 'Heap', says: 'memory in use, by where it was allocated' },
  goroutine: { title: 'Goroutines', says: 'where each goroutine stood' },
  'on-cpu': {
    title: 'On-CPU',
    says: 'what the CPUs of the host ran while load was driven, each process with its functions and the kernel’s',
  },
};

/** A profile of a run: which step, and which kind. */
export interface ChosenProfile {
  stepIndex: number;
  profile: StepProfile;
}

export const profilesOf = (steps: RunStep[]): ChosenProfile[] =>
  steps.flatMap(({ index, profiles }) => profiles.map((profile) => ({ stepIndex: index, profile })));

/** '3-cpu': a profile in an address; steps are counted from 1, as people do. */
export const profileKey = ({ stepIndex, profile }: ChosenProfile): string => `${stepIndex + 1}-${profile.kind}`;

/** An amount of what a profile counts, with its unit. */
export function formatSample(value: number, unit: string): string {
  if (unit === 'bytes') return formatBytes(value);
  if (unit !== 'nanoseconds') return unit === 'count' ? formatCount(value) : `${formatCount(value)} ${unit}`;
  const [size, name] = SECONDS.find(([factor]) => value >= factor) ?? [1, 'ns'];
  return `${formatSignificant(value / size)} ${name}`;
}

const SECONDS: [number, string][] = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
];

/** Share of the whole profile; 0 where nothing was counted. */
export const partOf = (value: number, { total }: Pick<StepProfile, 'total'>): number => (total > 0 ? value / total : 0);

/** A function without the address of its module: 'fiber/v3.(*App).handler'. */
export function shortFunction(name: string): string {
  // As runtimes call code that they made: 'JS:*handler /srv/app/server.js:12:3'.
  const [called = '', ...where] = name.split(' ');
  if (where.length > 0 && !called.includes('/') && !/[([]/.test(called))
    return `${called} ${where.join(' ').split('/').at(-1)}`;
  const open = name.search(/[([]/);
  const [head, tail] = open < 0 ? [name, ''] : [name.slice(0, open), name.slice(open)];
  const parts = head.split('/');
  const last = parts.at(-1) ?? '';
  const versioned = /^v\d+(\.|$)/.test(last) && parts.length > 1;
  return `${versioned ? parts.slice(-2).join('/') : last}${tail}`;
}

/** Opens a downloaded profile as a flame graph. */
export const pprofLine = (file: string): string => `go tool pprof -http : ${shellWord(file)}`;
