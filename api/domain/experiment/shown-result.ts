import type { Comparison, ShownResult } from '../../contract/comparison.ts';

/** What a page shows of a comparison of hundreds of runs: of each run what limited its steps. */
export function shownResult({ runs, ...compared }: Comparison): ShownResult {
  return {
    ...compared,
    runs: runs.map(({ id, steps }) => ({
      id,
      steps: steps.map(({ verdict: told }) => {
        if (told === null) return { verdict: null };
        const { validity, wall, walls, confidence, sentence } = told;
        return { verdict: { validity, wall, walls, confidence, sentence } };
      }),
    })),
  };
}
