import type { Confidence, PointVerdict } from '@contract/verdict';
import { isServers, type Judged } from '@rules/verdict/words';

export const CONFIDENCE_WORDS: Record<Confidence, string> = {
  measured: 'measured',
  likely: 'likely',
  'cannot-tell': 'cannot tell',
};

export type VerdictTone = 'ok' | 'aside' | 'warn' | 'bad' | 'plain';

/**
 * Good only where the figure is valid and the server was its limit: with another limit it says less of the server than it seems
 * to, which leaves it as true as it is, and without a known one nothing.
 */
export function verdictTone(verdict: Judged): VerdictTone {
  if (verdict.validity === 'invalid') return 'bad';
  if (verdict.validity === 'suspect') return 'warn';
  if (verdict.validity === 'unchecked' || verdict.wall === 'unknown') return 'plain';
  return isServers(verdict) ? 'ok' : 'aside';
}

/** How sure the wall is; null for an unknown one. */
export const confidenceText = ({ wall, confidence }: Pick<PointVerdict, 'wall' | 'confidence'>): string | null =>
  wall === null || (wall === 'unknown' && confidence === 'cannot-tell') ? null : CONFIDENCE_WORDS[confidence];

/** '0.87', '17.4': requests in flight that throughput and latency imply, over those that were possible. */
export const ratioText = (ratio: number): string =>
  ratio >= 10 ? Number(ratio.toPrecision(3)).toLocaleString('en-US') : ratio.toFixed(2);
