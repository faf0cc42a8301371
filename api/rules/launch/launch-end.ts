import type { Launch } from '../../contract/launch.ts';
import { formatDuration } from '../words/durations.ts';
import { plural } from '../words/numbers.ts';
import { formatUsd } from './launch-cost.ts';
import { isComing } from './launch-machine.ts';
import { leftOf } from './launch-shape.ts';

/** How a launch ended or will end, with the moment; null: nothing says when. */
export interface LaunchEnd {
  says: string;
  atUs: number | null;
}

/** When a launch ends as things stand: what a person who pays for it asks first. */
export function launchEnd(
  launch: Pick<Launch, 'state' | 'endedAtUs' | 'keptUntilUs' | 'expiresAtUs' | 'runIds'>,
): LaunchEnd {
  const { state, endedAtUs, keptUntilUs, expiresAtUs, runIds } = launch;
  if (endedAtUs !== null) return { says: 'ended', atUs: endedAtUs };
  if (state === 'releasing') return { says: 'ending now', atUs: null };
  if (keptUntilUs !== null && keptUntilUs < expiresAtUs) return { says: 'kept, ends', atUs: keptUntilUs };
  return { says: runIds.length > 0 ? 'in use, TTL ends' : 'TTL ends', atUs: expiresAtUs };
}

type Priced = Pick<Launch, 'microUsdPerHour'>;

/** What hosts go on costing while nothing runs on them. */
const atPrice = ({ microUsdPerHour }: Priced): string =>
  microUsdPerHour === null ? 'at a price that AWS did not give' : `at ${formatUsd(microUsdPerHour)} per hour`;

/** What the end of a run or of an experiment does not end: said before a person cancels it. */
export function staysSentence(launch: Priced & Pick<Launch, 'spec'>): string {
  const { keepMinutes } = launch.spec;
  const until =
    keepMinutes === 0
      ? 'They are terminated after their last run, once all have joined'
      : `They are kept for ${formatDuration(keepMinutes * 60)} after their last run, for the next one`;
  return `Its EC2 hosts stay, ${atPrice(launch)}. ${until}.`;
}

/** The same of a run or an experiment that is over; `launchEnd` says until when. Null: its hosts are ending or gone. */
export const stillThere = (launch: Priced & Pick<Launch, 'state'>): string | null =>
  isComing(launch.state) ? `Its EC2 hosts are still there, ${atPrice(launch)}` : null;

/** '3 hosts', '3 hosts, 2 joined' while some are to come, '1 of 3 hosts launched' where AWS gave no more. */
export function launchHostsText({ places, state }: Pick<Launch, 'places' | 'state'>): string {
  const all = plural(places.length, 'host');
  const areAwaited = state === 'requested' || state === 'launching' || state === 'joining';
  if (areAwaited) return `${all}, ${places.filter(({ status }) => status === 'joined').length} joined`;
  const launched = places.filter(({ instanceId }) => instanceId !== null).length;
  return launched === places.length ? all : `${launched} of ${all} launched`;
}

/** '0 of 2': how many hosts had joined. */
export const joinedText = ({ places }: Pick<Launch, 'places'>): string =>
  `${places.filter(({ joinedAtUs }) => joinedAtUs !== null).length} of ${places.length}`;

/** What ending these launches does, before it is done. A host that AWS never gave is not terminated. */
export function endingSentence(launches: Pick<Launch, 'places' | 'runIds'>[]): string {
  const places = launches.flatMap((launch) => launch.places);
  const hosts = places.filter(({ status, instanceId }) => status !== 'ended' && instanceId !== null).length;
  const missing = places.filter(({ status }) => status === 'waiting').length;
  const runs = new Set(launches.flatMap(({ runIds }) => runIds)).size;
  const them = hosts === 0 && launches.length === 1 ? 'it' : 'them';
  const all = plural(launches.length, 'launch', 'launches');
  const what = hosts === 0 ? `${all} will be ended` : `${plural(hosts, 'host')} of ${all} will be terminated`;
  const used =
    runs === 0
      ? `. No run uses ${them}.`
      : `, and ${plural(runs, 'run')} under way or queued on ${them} will be canceled.`;
  if (missing === 0) return `${what}${used}`;
  return `${what}${used} AWS has given ${hosts === 0 ? 'no host' : `${plural(missing, 'host')} less than asked for`} so far.`;
}

/** Until when a kept launch stays once what takes so long has run on it, and what that costs; null: it is not kept, or ends before. */
export function keepingAfter(
  { spec, expiresAtUs, microUsdPerHour }: Priced & Pick<Launch, 'spec' | 'expiresAtUs'>,
  plannedMinutes: number,
  nowUs: number,
): { untilUs: number; microUsd: number | null } | null {
  const fromUs = nowUs + plannedMinutes * 60e6;
  const untilUs = Math.min(fromUs + spec.keepMinutes * 60e6, expiresAtUs);
  if (untilUs <= fromUs) return null;
  const microUsd = microUsdPerHour === null ? null : Math.round((microUsdPerHour * (untilUs - fromUs)) / 3600e6);
  return { untilUs, microUsd };
}

/** 'it is kept for 20 min after its last run, and its budget of $1.00 has $0.72 left': what ends a launch beside its TTL. */
export function keptBounds({ spec, costMicroUsd }: Pick<Launch, 'spec' | 'costMicroUsd'>): string {
  const { keepMinutes, budgetMicroUsd } = spec;
  const kept = keepMinutes === 0 ? 'it is not kept' : `it is kept for ${formatDuration(keepMinutes * 60)}`;
  return `${kept} after its last run, and ${budgetText(budgetMicroUsd, leftOf(budgetMicroUsd, costMicroUsd))}`;
}

function budgetText(budgetMicroUsd: number | null, leftMicroUsd: number | null): string {
  if (budgetMicroUsd === null || leftMicroUsd === null) return 'it has no budget';
  return `its budget of ${formatUsd(budgetMicroUsd)} has ${formatUsd(leftMicroUsd)} left`;
}
