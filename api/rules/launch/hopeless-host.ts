import type { Dirt } from '../run/run-machine.ts';
import { asSentence, capitalised } from '../words/text.ts';
import { formatUsd } from './launch-cost.ts';

/** An agent that starts again, or whose host boots, is back sooner. */
export const SILENT_MINUTES = 10;

export interface LaunchedHost {
  name: string;
  /** Null: it was enrolled, and costs nothing while it is waited for. */
  launchId: string | null;
  /** It is launched, or to be, and its agent has not joined. */
  isAwaited: boolean;
  dirtyKind: Dirt['kind'] | null;
  dirtyReason: string | null;
  lastSeenAtUs: number;
}

/** Why a launched host will not take a run by itself, while it costs money; null: it takes one, or may soon. */
export function whyHopeless(host: LaunchedHost, nowUs: number): string | null {
  const { name, launchId, isAwaited, dirtyKind, dirtyReason, lastSeenAtUs } = host;
  if (launchId === null || isAwaited) return null;
  if (dirtyKind === 'mismatch') return `only a person can clean ${name}. ${capitalised(asSentence(dirtyReason ?? ''))}`;
  return nowUs - lastSeenAtUs >= SILENT_MINUTES * 60e6 ? `${name} has been silent for ${SILENT_MINUTES} min.` : null;
}

/** Why an experiment ends that waited for such a host. `rounds`: how many are whole. */
export const hopelessSentence = (rounds: string, why: string): string =>
  `Stopped after ${rounds}, because its EC2 hosts cost money and ${why} Duplicate and edit it to run it on new hosts.`;

/** What an experiment costs that waits on launched hosts, by what each of their launches costs an hour; empty: it has none. */
export function waitingCostText(microUsdPerHour: (number | null)[]): string {
  if (microUsdPerHour.length === 0) return '';
  const sum = microUsdPerHour.reduce((all, one) => (all === null || one === null ? null : all + one), 0);
  const cost = sum === null ? 'cost money' : `cost ${formatUsd(sum)} an hour`;
  return ` Meanwhile its EC2 hosts ${cost}, until their TTL or budget ends them, or for as long as they are kept after you stop the experiment.`;
}
