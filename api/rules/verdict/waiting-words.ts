import type { SideEvidence } from '../../contract/evidence.ts';
import { amount, percent } from './amounts.ts';
import { atLeast } from './cpu-busy.ts';
import { HARDLY_WAITED_THREADS, WAITED_SHARE } from './thresholds.ts';

/**
 * Of the time in which the threads of a side's program could have run, the share in which they waited for a CPU instead. Null
 * where one of the two was not measured.
 */
export function waitedShare({ waitingThreads: waiting, processCpus: ran }: SideEvidence): number | null {
  if (waiting == null || ran === null) return null;
  return waiting + ran === 0 ? 0 : waiting / (waiting + ran);
}

export const waited = (side: SideEvidence): boolean => atLeast(waitedShare(side) ?? 0, WAITED_SHARE);

/** 'the target’s threads waited 1.2 s for a CPU each second, 12 % of the time in which they could run'; '' where nobody counted. */
export function waitingText(side: SideEvidence): string {
  const share = waitedShare(side);
  if (share === null) return '';
  const whose = side.side === 'client' ? 'the tool’s' : 'the target’s';
  const us = (side.waitingThreads ?? 0) * 1e6;
  const each = us < 1000 ? 'under 1 ms' : us < 1e5 ? `${amount(us / 1000)} ms` : `${amount(us / 1e6)} s`;
  if (!waited(side) && (side.waitingThreads ?? 0) < HARDLY_WAITED_THREADS)
    return `${whose} threads hardly waited for a CPU: ${each} each second`;
  const ofTime = percent(share, WAITED_SHARE);
  return `${whose} threads waited ${each} for a CPU each second, ${ofTime} of the time in which they could run`;
}
