import type { ProfileKind } from '@contract/load';
import type { RunStep, StepProfile } from '@contract/step';
import { shellWord } from '@rules/script/shell';

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

/** Share of the whole profile; 0 where nothing was counted. */
export const partOf = (value: number, { total }: Pick<StepProfile, 'total'>): number => (total > 0 ? value / total : 0);

/** Opens a downloaded profile as a flame graph. */
export const pprofLine = (file: string): string => `go tool pprof -http : ${shellWord(file)}`;
