import {
  abandonCommands,
  createCommands,
  listPending,
  listResults,
  type SentCommand,
} from '../../agents/store/commands.ts';
import type { BackendsResult, PreparedResult } from '../../contract/agent-reports.ts';
import type { HostFacts } from '../../contract/host.ts';
import type { RunState, RunTarget } from '../../contract/run.ts';
import { soilHost } from '../../hosts/store/hosts.ts';
import { launchesOf, releaseAfterRun } from '../../launches/store/launch-use.ts';
import type { Lab } from '../../platform/lab.ts';
import type { Db } from '../../platform/store/db.ts';
import { newId } from '../../platform/store/ids.ts';
import { releaseHost } from '../../platform/store/leases.ts';
import { notify, notifyAll } from '../../platform/store/notify.ts';
import type { ClientHost } from '../../rules/load/share-out.ts';
import { advance, onlyReleases } from '../../rules/run/advance-run.ts';
import { type ApartServices, commandBody } from '../../rules/run/command-body.ts';
import { isTerminal, type MachineEvent, type PendingCommand, type Transition } from '../../rules/run/run-machine.ts';
import { type AddressChoice, backendAddress, type NamedHost, targetAddress } from '../../rules/spec/target-address.ts';
import { findRun, type RunRow } from '../store/run-row.ts';
import {
  addSteps,
  addTransitions,
  failStep,
  findRunFacts,
  type LockedRun,
  lockRun,
  saveMachine,
  specOf,
  stepSpecOf,
} from '../store/runs.ts';
import { keepUnmeasured } from './keep-unmeasured.ts';
import { loadMachine } from './load-machine.ts';
import { publishEnd } from './publish-end.ts';

/** What is left to do once the transaction that moved a run is committed. */
export interface Aftermath {
  runId: string;
  state: RunState;
  wakeAtUs: number | null;
  /** Hosts are free again, or a run was queued. */
  wakesQueue: boolean;
  /** A step was measured, and its point is still to be made. */
  awaitsPoint: boolean;
}

/**
 * Moves a run by one event with its row locked; null when there is no such run, or nothing moved. `record` writes what the event brought,
 * once the lock is held; the machine's decision may build on it.
 */
export async function moveRun(
  lab: Lab,
  tx: Db,
  runId: string,
  event: MachineEvent,
  record?: () => Promise<void>,
): Promise<Aftermath | null> {
  const run = await lockRun(tx, runId);
  if (!run) return null;
  await record?.();
  return moveLocked(lab, tx, run, event, await listPending(tx, runId));
}

/** The same for whoever holds the lock, and knows which commands the run waited for when the event came. */
export async function moveLocked(
  lab: Lab,
  tx: Db,
  run: LockedRun,
  event: MachineEvent,
  pending: PendingCommand[],
): Promise<Aftermath | null> {
  const runId = run.id;
  const only = event.kind === 'answered' ? onlyReleases(pending, event) : null;
  if (only) {
    for (const hostId of only) await releaseHost(tx, runId, hostId);
    notify(tx, 'runs', runId);
    const { state, wakeAtUs } = run;
    return only.length > 0 ? { runId, state, wakeAtUs, wakesQueue: true, awaitsPoint: false } : null;
  }
  const row = await findRun(tx, runId);
  if (!row) return null;
  const nowUs = lab.nowUs();
  const transition = advance(await loadMachine(tx, row, pending, event), event, nowUs);
  await persist(lab, tx, row, transition, nowUs);
  const { state, wakeAtUs } = transition.machine;
  const [wakesQueue, awaitsPoint] = [transition.released.length > 0, transition.measured.length > 0];
  return { runId, state, wakeAtUs, wakesQueue, awaitsPoint };
}

async function persist(lab: Lab, tx: Db, row: RunRow, t: Transition, nowUs: number): Promise<void> {
  const { machine } = t;
  await addSteps(tx, row.id, t.planned);
  await saveMachine(tx, row, machine, {
    ...(t.entered.some((e) => e.state === 'preparing') && { startedAtUs: nowUs }),
    ...(t.entered.some((e) => isTerminal(e.state)) && { endedAtUs: nowUs }),
  });
  await addTransitions(tx, row.id, row.transitions.at(-1)?.sequence ?? -1, t.entered, nowUs);
  await abandonCommands(tx, t.abandoned);
  for (const { stepIndex, code, sentence } of t.stepFailures) await failStep(tx, row.id, stepIndex, code, sentence);
  for (const dirt of t.dirty) await soilHost(tx, dirt);
  for (const hostId of t.released) await releaseHost(tx, row.id, hostId);
  await issueCommands(lab, tx, row, t, nowUs);
  for (const stepIndex of t.unmeasured) await keepUnmeasured(tx, row, stepIndex, machine);
  if (t.entered.some((e) => e.state === 'releasing')) {
    const hostIds = row.hosts.map(({ hostId }) => hostId);
    for (const { id } of await launchesOf(tx, hostIds)) await releaseAfterRun(tx, id, nowUs);
  }
  if (t.entered.some((e) => isTerminal(e.state))) await publishEnd(lab, tx, row, machine);
  notify(tx, 'runs', row.id);
}

async function issueCommands(lab: Lab, tx: Db, row: RunRow, t: Transition, nowUs: number): Promise<void> {
  if (t.issue.length === 0) return;
  const spec = specOf(row);
  const port = t.issue.some((d) => d.type === 'start-target') ? await freePort(tx, row) : null;
  const facts = await findRunFacts(tx, row.id);
  const listen = listenAddress(row, facts);
  const apart = await apartServices(tx, row, facts);
  const commands = t.issue.map((draft): SentCommand => {
    const commandId = newId();
    const body = commandBody(draft, {
      runId: row.id,
      commandId,
      spec,
      steps: [...row.steps.map(stepSpecOf), ...t.planned.map((one) => one.spec)],
      clients: clientsOf(row, facts),
      nowUs,
      lease: { ttlMs: lab.lease.ttlMs, guardMs: lab.lease.guardMs },
      port,
      listen,
      apart,
      target: row.target as unknown as RunTarget | null,
    });
    return { id: commandId, runId: row.id, ...draft, body };
  });
  await createCommands(tx, commands, nowUs);
  notifyAll(tx, 'commands', [...new Set(commands.map(({ hostId }) => hostId))]);
}

type FactsOfHosts = ReadonlyMap<string, HostFacts>;

/** In the order of the spec, with the facts with which it was checked. */
function clientsOf(row: RunRow, known: FactsOfHosts): ClientHost[] {
  return specOf(row).clients.flatMap(({ hostId }) => {
    const facts = known.get(hostId);
    return facts ? [{ hostId, facts }] : [];
  });
}

/** The port that the server's agent found free when it prepared; a later life of it prepared once more. */
async function freePort(tx: Db, row: RunRow): Promise<number | null> {
  const prepared = await listResults(tx, row.id, 'prepare', null, null);
  const ofServer = prepared.findLast(({ hostId }) => hostId === serverOf(row).hostId);
  return ofServer ? (ofServer.result as PreparedResult).port : null;
}

/** Chosen by the facts as they were when the run was made, with which the spec was checked. Null where no agent is. */
function listenAddress(row: RunRow, facts: FactsOfHosts): string | null {
  if (specOf(row).server === null) return null;
  const clients = row.hosts.filter((h) => h.roles.includes('client') && !h.roles.includes('server'));
  return chosen(targetAddress(specOf(row), named(facts)(serverOf(row)), clients.map(named(facts))));
}

/** What the agents have said so far of services on a host of their own; null where the run has none. */
async function apartServices(tx: Db, row: RunRow, facts: FactsOfHosts): Promise<ApartServices | null> {
  const { backend, server } = specOf(row);
  const host = row.hosts.find(({ hostId }) => hostId === backend?.hostId);
  if (!backend || !host) return null;
  const prepared = await listResults(tx, row.id, 'prepare', null, null);
  const [started] = await listResults(tx, row.id, 'start-backends', null, null);
  const ofServer = prepared.findLast(({ hostId }) => hostId === server?.hostId)?.result as PreparedResult | undefined;
  return {
    address: chosen(backendAddress(backend, named(facts)(host), named(facts)(serverOf(row)))),
    needs: ofServer?.backendNeeds ?? null,
    started: (started?.result as BackendsResult | undefined)?.backends ?? null,
  };
}

const named =
  (known: FactsOfHosts) =>
  ({ hostId, name }: RunRow['hosts'][number]): NamedHost => {
    const facts = known.get(hostId);
    if (!facts) throw new Error(`nothing is known of the host ${hostId}`);
    return { name, facts };
  };

function chosen(choice: AddressChoice): string {
  if ('fault' in choice) throw new Error(choice.fault);
  return choice.address;
}

function serverOf(row: RunRow): RunRow['hosts'][number] {
  const server = row.hosts.find((h) => h.roles.includes('server'));
  if (!server) throw new Error(`run ${row.id} has no server`);
  return server;
}
