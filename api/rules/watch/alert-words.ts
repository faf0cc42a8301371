import type { AlertChannel, AlertState } from '../../contract/alert.ts';
import type { ComparedMetric } from '../../contract/comparison.ts';
import { changeText, metricTitle } from '../outcomes/figures.ts';
import { shortCommit } from '../spec/revision-words.ts';
import { formatMinute } from '../words/durations.ts';
import { type AlertStatus, isKnownToHold } from './alert.ts';
import type { RevisionRange } from './suspect.ts';

export interface TextRatio {
  ratio: number;
  low: number | null;
  high: number | null;
  /** Of the interval; absent: 95. */
  confidencePercent?: number;
}

/** What an alert says in a line: of what is only suspected, that it is. */
export function alertSentence(
  { state, attempts }: Pick<AlertStatus, 'state' | 'attempts'>,
  channel: AlertChannel,
  { before, after }: RevisionRange,
  decisive: { metric: ComparedMetric; stepIndex: number; suspected: TextRatio; shown: TextRatio | null },
): string {
  const { metric, stepIndex, suspected, shown } = decisive;
  const known = isKnownToHold(state);
  const figure = known ? (shown ?? suspected) : suspected;
  const what = `${metricTitle(metric)}${stepIndex > 0 ? ` in step ${stepIndex + 1}` : ''}`;
  const is = known ? 'is' : state === 'unconfirmed' ? 'looked' : 'looks';
  return `${what} ${is} ${howMuch(channel, figure, where(channel, before?.revision ?? null, after.revision))}${state === 'unconfirmed' ? unconfirmedEnd(attempts, shown) : ENDS[state]}`;
}

function howMuch(channel: AlertChannel, { ratio, low, high, confidencePercent }: TextRatio, place: string): string {
  const size = changeText(ratio).replace(/^[+−]/, '');
  const way = ratio > 1 ? 'higher' : 'lower';
  const level = confidencePercent === undefined ? '' : ` at ${confidencePercent} % confidence`;
  const interval = low === null || high === null ? '' : ` (${changeText(low)} to ${changeText(high)}${level})`;
  return channel === 'budget'
    ? `${size} ${ratio > 1 ? 'above' : 'below'} its limit${interval} ${place}`
    : `${size} ${way}${interval} ${place}`;
}

function where(channel: AlertChannel, before: string | null, after: string): string {
  if (channel === 'budget') return `at ${shortCommit(after)}`;
  const from = before === null ? 'before' : `at ${shortCommit(before)}`;
  return `at ${shortCommit(after)} than ${from}`;
}

/** Without an attempt nothing was measured: the nights no longer showed it, or no experiment came to an answer. */
function unconfirmedEnd(attempts: number, shown: TextRatio | null): string {
  if (attempts === 0) return '. No experiment has measured whether it is.';
  const level = shown?.confidencePercent === undefined ? '' : ` with ${shown.confidencePercent} % confidence`;
  return `, and an experiment did not show it${level}.`;
}

const ENDS: Record<Exclude<AlertState, 'unconfirmed'>, string> = {
  suspected: '. An experiment is to show it before anybody is told.',
  confirming: '. Its experiment waits or is under way.',
  confirmed: ', as an experiment showed.',
  acknowledged: ', as an experiment showed.',
  expected: ', as an experiment showed, and is meant to be.',
  muted: ', as an experiment showed.',
  fixed: ', as an experiment showed, and has come back since.',
};

/** Why the instance moved an alert by itself, for its entries. */
export const ALERT_REASONS = {
  vanished: 'A later night did not show it.',
  returned: 'Its figure is back.',
  seenAgain: 'The nights after go on showing it.',
  muteEnded: 'Its mute has ended.',
  deleted: 'Its experiment was deleted.',
  unmeasured: 'The metric in question was not measured.',
  lost: (why: string) => `Its experiment came to no answer: ${why}`,
};

export const waitsForBoot = (atUs: number): string =>
  `its experiment begins once its hosts have started anew, or at ${formatMinute(atUs)}.`;
