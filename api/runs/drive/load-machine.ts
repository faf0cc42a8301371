import type { AgentSkill } from '../../contract/choices.ts';
import type { Failure } from '../../contract/primitives.ts';
import { launchesOf, useOfHosts } from '../../launches/store/launch-use.ts';
import { type Db, orNull } from '../../platform/store/db.ts';
import { gaveNothing } from '../../rules/load/failed-requests.ts';
import { mergeClients } from '../../rules/load/merge-clients.ts';
import type { MachineEvent, RunMachine } from '../../rules/run/run-machine.ts';
import { buildSeconds, revisionOf } from '../../rules/spec/revision-words.ts';
import { toPoint } from '../store/points.ts';
import { failureOf, type RunRow } from '../store/run-row.ts';
import { listOtherCpus } from '../store/run-tuning.ts';
import { findRunFacts, specOf, stepSpecOf } from '../store/runs.ts';
import { askedOf, listLoads, partsOf } from './driven-loads.ts';
import { type Beside, besideOf, searchOf } from './search-rungs.ts';

/** Why what the clients of a step measured is not one; asked when the last of them has answered. */
async function faultOfClients(
  tx: Db,
  row: RunRow,
  pending: RunMachine['pending'],
  event: MachineEvent,
): Promise<Failure | null> {
  const step = row.steps[row.stepIndex ?? -1];
  if (!step || row.state !== 'measuring' || event.kind !== 'answered' || specOf(row).clients.length === 1) return null;
  if (pending.some(({ commandId, type }) => type === 'drive-load' && commandId !== event.commandId)) return null;
  const loads = await listLoads(tx, row.id, step.index, 'measure');
  if (loads.length === 0 || loads.some(({ result }) => result === null)) return null;
  const merged = mergeClients(partsOf(row, loads), askedOf(stepSpecOf(step), loads));
  return 'fault' in merged ? { code: 'clients-not-one', sentence: merged.fault } : null;
}

/** The first client of the spec, where its agent can; of no interest once there are steps. */
async function preflightHost(tx: Db, row: RunRow): Promise<string | null> {
  const { hostId } = specOf(row).clients[0] ?? {};
  if (hostId === undefined || row.stepIndex !== null) return null;
  const facts = (await findRunFacts(tx, row.id)).get(hostId);
  return facts?.skills?.includes('preflight' satisfies AgentSkill) ? hostId : null;
}

/** Asked while nothing is prepared yet. */
async function buildSecondsOf(tx: Db, row: RunRow): Promise<number> {
  const spec = specOf(row);
  if (row.stepIndex !== null || revisionOf(spec) === null || !spec.server) return 0;
  return buildSeconds(spec, (await findRunFacts(tx, row.id)).get(spec.server.hostId));
}

/** What other processes of its hosts did beside the steps of a search; nothing without one. */
async function besideSteps(tx: Db, row: RunRow): Promise<Beside> {
  const spec = specOf(row);
  if (!spec.load.search) return besideOf(spec, [], []);
  const facts = await findRunFacts(tx, row.id);
  const hosts = row.hosts.map(({ hostId, name }) => ({ hostId, name, facts: facts.get(hostId) }));
  return besideOf(spec, hosts, await listOtherCpus(tx, row.id));
}

function noRequestSucceeded({ steps }: RunRow): boolean {
  const points = steps.flatMap(({ point }) => (point ? [toPoint(point)] : []));
  return points.length > 0 && points.every(gaveNothing);
}

/** Nothing is asked while an answer leaves others to come: each host of a run answers a restore. */
const mayEndHosts = ({ state }: RunRow, pending: RunMachine['pending'], { kind }: MachineEvent): boolean =>
  (state === 'restoring' || state === 'stopping') && !(kind === 'answered' && pending.length > 1);

/** Of hosts that somebody enrolled, or keeps, or that another run or an experiment needs: no. */
async function endsHosts(tx: Db, row: RunRow): Promise<boolean> {
  const launches = await launchesOf(
    tx,
    row.hosts.map(({ hostId }) => hostId),
  );
  if (launches.length === 0 || launches.some(({ keepMinutes }) => keepMinutes > 0)) return false;
  const use = await useOfHosts(
    tx,
    launches.flatMap(({ hostIds }) => hostIds),
  );
  return use.experimentIds.length === 0 && use.runIds.every((id) => id === row.id);
}

/** The machine of a run as it is stored, before an event whose outcome is stored already. */
export async function loadMachine(
  tx: Db,
  row: RunRow,
  pending: RunMachine['pending'],
  event: MachineEvent,
): Promise<RunMachine> {
  const fault = await faultOfClients(tx, row, pending, event);
  const spec = specOf(row);
  const { load } = spec;
  return {
    state: row.state as RunMachine['state'],
    stepIndex: row.stepIndex,
    steps: row.steps.map((s) => ({
      durationSeconds: stepSpecOf(s).durationSeconds,
      status: s.status as 'planned',
      counted: s.point !== null,
      failure: failureOf(s) ?? (s.index === row.stepIndex ? fault : null),
    })),
    search: searchOf(spec, row.steps, await besideSteps(tx, row)),
    endsHosts: mayEndHosts(row, pending, event) && (await endsHosts(tx, row)),
    preflightHostId: await preflightHost(tx, row),
    warmupSeconds: load.warmupSeconds,
    pauseSeconds: load.pauseSeconds,
    buildSeconds: await buildSecondsOf(tx, row),
    hosts: row.hosts.map((h) => ({
      hostId: h.hostId,
      name: h.name,
      server: h.roles.includes('server'),
      client: h.roles.includes('client'),
      backend: h.roles.includes('backend'),
      lost: h.lost,
    })),
    pending,
    noneSucceeded: noRequestSucceeded(row),
    ending:
      row.ending === null
        ? null
        : { as: row.ending as 'failed' | 'canceled', code: row.failureCode ?? '', sentence: row.failure ?? '' },
    wakeAtUs: orNull(row.wakeAtUs),
  };
}
