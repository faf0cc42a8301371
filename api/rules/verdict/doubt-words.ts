import type { Finding } from '../../contract/verdict.ts';
import { FINDINGS } from '../../contract/words.ts';
import { listed } from '../words/text.ts';

/** Why a figure is to be doubted, in few words: its findings say it in full. Empty without a doubt. */
export function doubtWords(findings: Pick<Finding, 'code' | 'severity'>[]): string {
  const doubted = findings.filter(({ severity }) => severity !== 'note');
  return listed([...new Set(doubted.map(({ code }) => FINDINGS[code].doubt ?? code))]);
}
