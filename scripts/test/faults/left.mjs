// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processes } from '../instance/processes.mjs';
import { HostValues } from '../namespaces/tuned-host.mjs';

/**
 * What a fault has left once what it struck is over: on the hosts, in the database, on the disks.
 *
 * @typedef {import('./lab.mjs').FaultLab} FaultLab
 * @typedef {{ values: Record<string, string>, files: Map<string, number> }} Before
 */

/** Killed agents are started again within seconds, and what a life before has left is reported first. */
const SETTLED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 500;
/** One that was handed out stays for two minutes after nobody waits for it any more: what a restore did counts all the same. */
const TASK_KEPT_US = 180e6;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Files of runs stay, under their hash. */
const KEPT = /^api\/(blobs\/([0-9a-f]{2}(\/[0-9a-f]{64})?)?|logs\/|postgres)/;

/** Before a cell, with nothing under way. @param {FaultLab} lab @returns {Before} */
export const stateOf = (lab) => ({ values: valuesOf(lab), files: filesOf(lab) });

/** @param {FaultLab} lab */
const valuesOf = ({ places }) => new HostValues(places.target.namespace).read();

/** Settings of the target's host that are not as they were. @param {FaultLab} lab @param {Before} before @returns {Promise<string[]>} */
export function notRestored(lab, { values }) {
  return lastOf(() => {
    const now = valuesOf(lab);
    const changed = Object.keys(values).filter((name) => now[name] !== values[name]);
    return changed.map((name) => `${name} is ${now[name]}, was ${values[name]}`);
  });
}

/** Processes, sockets, leases, questions and files that should be gone. @param {FaultLab} lab @param {Before} before @returns {Promise<string[]>} */
export function leftBehind(lab, before) {
  return lastOf(async () => [
    ...processesLeft(lab),
    ...socketsLeft(lab),
    ...(await rowsLeft(lab)),
    ...filesLeft(lab, before.files),
  ]);
}

/** What is found once nothing is, or time is up. Each look starts programs, so it looks seldom. @param {() => string[] | Promise<string[]>} find */
async function lastOf(find) {
  for (const endsMs = performance.now() + SETTLED_WITHIN_MS; ; await sleep(LOOK_EVERY_MS)) {
    const found = await find();
    if (found.length === 0 || performance.now() > endsMs) return found;
  }
}

/** @param {FaultLab} lab */
function processesLeft(lab) {
  const own = new Map(processes().map((process) => [process.pid, process]));
  return hostPlaces(lab).flatMap(([role, namespace]) => {
    const { stdout } = spawnSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' });
    const pids = stdout.split('\n').filter(Boolean).map(Number);
    const agents = pids.filter((pid) => / run --url /.test(own.get(pid)?.command ?? ''));
    const others = pids.flatMap((pid) => own.get(pid)?.command ?? []).filter((command) => !isAgent(command));
    const twice = agents.length > 1 ? [`${agents.length} agents on the ${role}'s host`] : [];
    return [...twice, ...others.map((command) => `process on the ${role}'s host: ${command.slice(0, 80)}`)];
  });
}

/** With the guard that it keeps beside it. @param {string} command */
const isAgent = (command) => / run --url /.test(command) || command.endsWith(' guard-groups');

/** @param {FaultLab} lab */
function socketsLeft(lab) {
  return hostPlaces(lab).flatMap(([role, namespace]) => {
    const args = ['netns', 'exec', namespace, 'ss', '-Htna', 'state', 'listening', 'state', 'established'];
    const { stdout } = spawnSync('ip', args, { encoding: 'utf8' });
    const lines = stdout.split('\n').filter((line) => line && !line.includes(`${lab.places.api.address}:`));
    return lines.map((line) => `socket on the ${role}'s host: ${line.trim().split(/\s+/).slice(-2).join(' to ')}`);
  });
}

/** @param {FaultLab} lab @returns {[role: string, namespace: string][]} */
const hostPlaces = ({ places }) => [
  ['target', places.target.namespace],
  ['load', places.load.namespace],
];

/** @param {FaultLab} lab */
async function rowsLeft(lab) {
  const [{ leases, tasks, open }] = await lab.rows(`SELECT
    (SELECT count(*)::int FROM "Lease") AS leases,
    (SELECT count(*)::int FROM "HostTask" WHERE "createdAtUs" < extract(epoch FROM now()) * 1e6 - ${TASK_KEPT_US}) AS tasks,
    (SELECT count(*)::int FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND state_change < now() - interval '5 s') AS open`);
  return [
    ...(leases > 0 ? [`${leases} leases`] : []),
    ...(tasks > 0 ? [`${tasks} questions to hosts`] : []),
    ...(open > 0 ? [`${open} open transactions`] : []),
  ];
}

/** @param {FaultLab} lab @param {Map<string, number>} before */
function filesLeft(lab, before) {
  return [...filesOf(lab)].flatMap(([name, count]) =>
    count > (before.get(name) ?? 0) ? [`${count - (before.get(name) ?? 0)} more of ${name}`] : [],
  );
}

/** By name, ids aside. @param {FaultLab} lab @returns {Map<string, number>} */
function filesOf({ folder }) {
  const found = new Map();
  for (const disk of ['api', 'agent', 'load-agent']) {
    const top = path.join(folder, disk);
    for (const entry of existsSync(top) ? readdirSync(top, { recursive: true, withFileTypes: true }) : []) {
      const file = path.relative(folder, path.join(entry.parentPath, entry.name));
      if (KEPT.test(entry.isDirectory() ? `${file}/` : file)) continue;
      const name = file.replace(UUID, '*').replace(/[0-9a-f]{64}/g, '#');
      found.set(name, (found.get(name) ?? 0) + 1);
    }
  }
  return found;
}
