import type { RunStep, StepProfile } from '@contract/step';
import { shellWord } from '@rules/script/shell';

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
