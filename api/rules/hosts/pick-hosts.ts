import type { Host } from '../../contract/host.ts';
import { plural } from '../words/numbers.ts';
import { listed, orListed } from '../words/text.ts';
import { statusWords } from './availability.ts';
import { machineOf } from './machine.ts';

export type Pickable = Pick<
  Host,
  'id' | 'name' | 'status' | 'labels' | 'availability' | 'closed' | 'runId' | 'queuedRuns' | 'launchId'
> & { facts: Pick<Host['facts'], 'bootId'> };

/** So many hosts that have the label. */
export interface WantedOfPool {
  label: string;
  count: number;
}

export type Picked = { picked: Pickable[][]; fault: null } | { picked: null; fault: string };

type KeyOf = (host: Pickable) => string;

/**
 * Hosts for each of the pools, in the order wanted: free ones first, then those with the fewest queued runs, then by name.
 * None is picked twice, nor one that is `takenIds`, and no two on one machine, unless there is only one machine.
 */
export function pickHosts(hosts: Pickable[], wanted: WantedOfPool[], takenIds: string[] = []): Picked {
  const labels = wanted.map(({ label }) => label);
  const isTaken = ({ id }: Pickable): boolean => takenIds.includes(id);
  const inPools = hosts.filter((host) => (mayRun(host) && isOf(host, labels)) || isTaken(host));
  const keyOf: KeyOf = new Set(inPools.map(ownMachine)).size > 1 ? ownMachine : ({ id }) => id;
  const taken = new Set(hosts.filter(isTaken).map(keyOf));
  const free = hosts.filter((host) => mayRun(host) && !taken.has(keyOf(host))).sort(byTurn);
  const slots = wanted.flatMap(({ label, count }) =>
    Array.from({ length: count }, () => free.filter((host) => isOf(host, [label]))),
  );
  const found = matched(slots, keyOf);
  if (found === null) return { picked: null, fault: lackText({ hosts, free, keyOf, isTaken }, wanted) };
  return { picked: wanted.map(({ count }) => found.splice(0, count)), fault: null };
}

/** It takes runs, now or once the present one is over. */
const mayRun = ({ status, availability, launchId }: Pickable): boolean =>
  (status === 'ready' || status === 'busy') && availability === 'open' && launchId === undefined;

const isOf = (host: Pickable, labels: string[]): boolean => labels.some((label) => host.labels.includes(label));

/** One whose machine is not known is taken for a machine of its own. */
const ownMachine: KeyOf = ({ id, facts }) => machineOf(facts) ?? id;

function byTurn(a: Pickable, b: Pickable): number {
  const waits = ({ runId, queuedRuns }: Pickable): number => queuedRuns + (runId === null ? 0 : 1);
  return waits(a) - waits(b) || a.name.localeCompare(b.name, 'en', { numeric: true }) || (a.id < b.id ? -1 : 1);
}

/**
 * A host for each slot, no two with the same key; null where that cannot be. A slot that finds all of its hosts given away
 * has an earlier one choose another.
 */
function matched(slots: Pickable[][], keyOf: KeyOf): Pickable[] | null {
  const given = new Map<string, { slot: number; host: Pickable }>();
  const give = (slot: number, asked: Set<string>): boolean => {
    const open = (slots[slot] ?? []).filter((host) => !asked.has(keyOf(host)));
    for (const host of open) asked.add(keyOf(host));
    const host =
      open.find((one) => !given.has(keyOf(one))) ??
      open.find((one) => give(given.get(keyOf(one))?.slot ?? slot, asked));
    if (host) given.set(keyOf(host), { slot, host });
    return host !== undefined;
  };
  if (!slots.every((_, slot) => give(slot, new Set()))) return null;
  return [...given.values()].sort((a, b) => a.slot - b.slot).map(({ host }) => host);
}

interface Room {
  hosts: Pickable[];
  free: Pickable[];
  keyOf: KeyOf;
  isTaken: (host: Pickable) => boolean;
}

function lackText(room: Room, wanted: WantedOfPool[]): string {
  const counts = new Map<string, number>();
  for (const { label, count } of wanted) counts.set(label, (counts.get(label) ?? 0) + count);
  for (const [label, count] of counts) {
    const lack = lackOf(room, [label], count);
    if (lack !== null) return lack;
  }
  const labels = [...counts.keys()];
  const all = wanted.reduce((sum, { count }) => sum + count, 0);
  return lackOf(room, labels, all) ?? `Pools ${listed(labels)} share hosts; together they have too few.`;
}

/** 'Pool c8i has 1 host that takes runs; 2 are needed: web-3 is cordoned, web-4 is offline.' Null: it has enough. */
function lackOf({ hosts, free, keyOf, isTaken }: Room, labels: string[], count: number): string | null {
  const pool = hosts.filter((host) => isOf(host, labels));
  if (pool.length === 0) return `No host has the label ${orListed(labels)}.`;
  const most = new Set(free.filter((host) => isOf(host, labels)).map(keyOf)).size;
  if (most >= count) return null;
  const name = labels.length === 1 ? `Pool ${labels[0]} has` : `Pools ${listed(labels)} have`;
  const left = pool.some(isTaken) ? ' left' : '';
  const has =
    most === 0
      ? `no host${left} that takes runs`
      : `${plural(most, 'host')}${left} that ${most === 1 ? 'takes' : 'take'} runs`;
  const alike = pool.filter((host) => mayRun(host) && !isTaken(host)).length > most;
  const whys = [...pool.flatMap(whyNot), ...(alike ? ['some are on one machine'] : [])];
  const because = whys.length > 0 ? `: ${fewOf(whys)}` : '';
  return `${name} ${has}; ${count === 1 ? '1 is' : `${count} are`} needed${because}.`;
}

function whyNot(host: Pickable): string[] {
  if (mayRun(host)) return [];
  return [`${host.name} ${host.launchId === undefined ? `is ${listed(statusWords(host))}` : 'belongs to a launch'}`];
}

const NAMED_MOST = 5;

const fewOf = (whys: string[]): string =>
  [...whys.slice(0, NAMED_MOST), ...(whys.length > NAMED_MOST ? [`${whys.length - NAMED_MOST} more`] : [])].join(', ');
