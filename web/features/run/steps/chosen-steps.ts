import type { Run } from '@contract/run';
import type { RunStep } from '@contract/step';
import { isProfiled } from '@rules/load/best-step';
import { MAX_SIDES } from '@/ui/sides';

/** Steps that have a latency distribution to draw. */
export const withDistribution = (steps: RunStep[]): RunStep[] =>
  steps.filter(({ point }) => point?.distribution != null && point.distribution.length > 0);

/**
 * Indexes of the steps whose distributions are drawn: those asked for, as far as they exist. Else the best step, and
 * beside it the first and the last without profiles that have latencies of its kind.
 */
export function drawnSteps({ steps, best }: Pick<Run, 'steps' | 'best'>, asked: number[] | null): number[] {
  const able = withDistribution(steps).map(({ index }) => index);
  const wanted = (asked ?? []).filter((index) => able.includes(index)).slice(0, MAX_SIDES);
  if (asked !== null && (wanted.length > 0 || asked.length === 0)) return wanted;
  const unprofiled = withDistribution(steps).filter(({ spec }) => !isProfiled(spec));
  const kind = (unprofiled.find(({ index }) => index === best?.stepIndex) ?? unprofiled[0])?.point?.latencyMs.loop;
  const plain = unprofiled.filter(({ point }) => point?.latencyMs.loop === kind);
  const [first, last] = [plain[0]?.index ?? able[0], plain.at(-1)?.index];
  const usual = [first, best?.stepIndex, last].filter((index) => index !== undefined && able.includes(index));
  return [...new Set(usual as number[])].sort((a, b) => a - b);
}

/** Steps that a verdict speaks of. */
export const judgedSteps = (steps: RunStep[]): RunStep[] => steps.filter(({ verdict }) => verdict !== null);

/** The step whose evidence is shown: the chosen one, else the one that the run's verdict speaks of. */
export function judgedStep({ steps, verdict }: Pick<Run, 'steps' | 'verdict'>, choice: number | null): RunStep | null {
  const judged = judgedSteps(steps);
  return (
    judged.find(({ index }) => index === choice) ??
    judged.find(({ index }) => index === verdict?.stepIndex) ??
    judged[0] ??
    null
  );
}
