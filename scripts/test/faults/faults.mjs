// @ts-check
import { spawnSync } from 'node:child_process';
import { statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { descendants } from '../instance/processes.mjs';
import { ip } from '../namespaces/topology.mjs';

/**
 * The faults, and how each is done to a lab and undone. All of it happens to processes, namespaces and file systems that the lab
 * has made.
 *
 * @typedef {import('./lab.mjs').FaultLab} FaultLab
 * @typedef {() => void | Promise<void>} Undo
 * @typedef {import('./cells.ts').FaultKind & { strike: (lab: FaultLab) => Undo | Promise<Undo> }} Fault
 */

const WITH_TARGET = ['run/target-up', 'run/warming', 'run/measuring', 'run/cooling', 'experiment/running'];
const WITH_LOAD = ['run/warming', 'run/measuring', 'experiment/running'];
const WITH_TRAFFIC = ['run/target-up', ...WITH_LOAD];
/** An experiment that waits to be started, or is over, is rows in the database: hosts have nothing of it. */
const AT_REST = ['experiment/planned', 'experiment/done'];

const always = () => true;
const among = (/** @type {string[]} */ places) => (/** @type {string} */ subject, /** @type {string} */ state) =>
  places.includes(`${subject}/${state}`);
const ofHosts = (/** @type {string} */ subject, /** @type {string} */ state) => !among(AT_REST)(subject, state);
/** Nobody asks the load tool's host for anything outside of runs. */
const ofRuns = (/** @type {string} */ subject, /** @type {string} */ state) =>
  subject !== 'task' && ofHosts(subject, state);

/**
 * What can be killed and stopped. The first of its processes is the one that is killed; all of them are stopped.
 *
 * @type {{ id: string, title: string, meets: (subject: string, state: string) => boolean, pids: (lab: FaultLab) => number[], back: string }[]}
 */
const PROCESSES = [
  { id: 'api', title: 'the API', meets: always, pids: (lab) => [lab.apiPid()], back: 'its keeper starts it again' },
  {
    id: 'postgres',
    title: 'PostgreSQL',
    meets: always,
    pids: ({ instance }) => [instance.postgres.pid, ...descendants(instance.postgres.pid).map(({ pid }) => pid)],
    back: 'its keeper starts it again',
  },
  {
    id: 'agent',
    title: "the agent of the target's host",
    meets: ofHosts,
    pids: (lab) => [lab.agentPid('target')],
    back: 'its keeper starts it again',
  },
  {
    id: 'load-agent',
    title: "the agent of the load tool's host",
    meets: ofRuns,
    pids: (lab) => [lab.agentPid('load')],
    back: 'its keeper starts it again',
  },
  {
    id: 'target',
    title: 'the target',
    meets: among(WITH_TARGET),
    pids: (lab) => lab.below('target'),
    back: 'not at all',
  },
  { id: 'tool', title: 'the load tool', meets: among(WITH_LOAD), pids: (lab) => lab.below('load'), back: 'not at all' },
];

/** @type {Fault[]} */
const kills = PROCESSES.map(({ id, title, meets, pids, back }) => ({
  id: `kill-${id}`,
  title: `kill -9 of ${title}`,
  how: 'SIGKILL to its process',
  undone: back,
  lasts: 'moment',
  api: 'one',
  meets,
  strike(lab) {
    process.kill(found(pids(lab), title)[0] ?? 0, 'SIGKILL');
    return () => {};
  },
}));

/** @type {Fault[]} */
const stops = PROCESSES.map(({ id, title, meets, pids }) => ({
  id: `stop-${id}`,
  title: `SIGSTOP of ${title}`,
  how: 'SIGSTOP to its processes',
  undone: 'SIGCONT',
  lasts: 'stop',
  api: 'one',
  meets,
  strike(lab) {
    const stopped = found(pids(lab), title);
    // A session of PostgreSQL may have ended since it was listed.
    for (const pid of stopped) signalIfThere(pid, 'SIGSTOP');
    return () => {
      for (const pid of stopped) signalIfThere(pid, 'SIGCONT');
    };
  },
}));

/**
 * Packets of one side that go nowhere: a rule of a namespace that drops what it sends to an address or a port.
 *
 * @type {{ id: string, title: string, meets: (subject: string, state: string) => boolean, rule: (lab: FaultLab) => [namespace: string, ...rule: string[]] }[]}
 */
const CUTS = [
  {
    id: 'api',
    title: 'between the API and all hosts',
    meets: ofHosts,
    rule: ({ places }) => [places.api.namespace, 'to', `${places.api.address}/24`],
  },
  {
    id: 'postgres',
    title: 'between the API and PostgreSQL',
    meets: always,
    rule: ({ places, instance }) => [places.api.namespace, 'ipproto', 'tcp', 'dport', String(instance.postgres.port)],
  },
  {
    id: 'agent',
    title: "between the target's host and the API",
    meets: ofHosts,
    rule: ({ places }) => [places.target.namespace, 'to', places.api.address],
  },
  {
    id: 'load-agent',
    title: "between the load tool's host and the API",
    meets: ofRuns,
    rule: ({ places }) => [places.load.namespace, 'to', places.api.address],
  },
  {
    id: 'target',
    title: 'from the target to the load tool',
    meets: among(WITH_TRAFFIC),
    rule: ({ places }) => [places.target.namespace, 'to', places.load.address],
  },
  {
    id: 'tool',
    title: 'from the load tool to the target',
    meets: among(WITH_TRAFFIC),
    rule: ({ places }) => [places.load.namespace, 'to', places.target.address],
  },
];

/** @type {Fault[]} */
const cuts = CUTS.map(({ id, title, meets, rule }) => ({
  id: `cut-${id}`,
  title: `Network cut ${title}`,
  how: "a rule of the sender's network namespace drops its packets",
  undone: 'the rule is deleted',
  lasts: 'cut',
  api: 'one',
  meets,
  strike(lab) {
    const [namespace, ...what] = rule(lab);
    const drop = (/** @type {string} */ verb) => ip('-n', namespace, 'rule', verb, 'pref', '1', ...what, 'unreachable');
    drop('add');
    return () => drop('delete');
  },
}));

/** @type {{ id: keyof FaultLab['disks'], title: string, meets: (subject: string, state: string) => boolean }[]} */
const DISKS = [
  { id: 'api', title: "the API's data folder", meets: always },
  { id: 'postgres', title: "PostgreSQL's data folder", meets: always },
  { id: 'agent', title: "the data folder of the target's host's agent", meets: ofHosts },
];

/** What is freed meanwhile is taken again. */
const FILL_EVERY_MS = 200;

/** @type {Fault[]} */
const full = DISKS.map(({ id, title, meets }) => ({
  id: `full-${id}`,
  title: `No space left for ${title}`,
  how: 'its file system, a tmpfs, is filled to the last block',
  undone: 'the file that fills it is deleted',
  lasts: 'some-seconds',
  api: 'one',
  meets,
  strike(lab) {
    const folder = path.join(lab.disks[id], 'filler');
    spawnSync('mkdir', [folder]);
    let files = 0;
    const fill = () => {
      const { bavail, bsize } = statfsSync(folder);
      if (bavail > 0) spawnSync('fallocate', ['-l', String(bavail * bsize), path.join(folder, String(files++))]);
    };
    fill();
    const timer = setInterval(fill, FILL_EVERY_MS);
    return () => {
      clearInterval(timer);
      spawnSync('rm', ['-rf', folder]);
    };
  },
}));

/** @type {Fault} */
const readOnly = {
  id: 'read-only',
  title: 'PostgreSQL takes no writes',
  how: '`default_transaction_read_only = on`, for every session',
  undone: 'the setting is reset',
  lasts: 'some-seconds',
  api: 'one',
  meets: always,
  async strike({ instance }) {
    const set = async (/** @type {string} */ how) => {
      const client = new pg.Client({
        connectionString: instance.databaseUrl,
        options: '-c default_transaction_read_only=off',
      });
      await client.connect();
      await client.query(`ALTER SYSTEM ${how}`);
      await client.query('SELECT pg_reload_conf()');
      await client.end();
    };
    await set('SET default_transaction_read_only = on');
    return () => set('RESET default_transaction_read_only');
  },
};

/** @type {Fault[]} */
const clocks = [10, -10].map((minutes) => ({
  id: `clock${minutes > 0 ? '+' : ''}${minutes}`,
  title: `The API's clock steps by ${minutes > 0 ? '+' : '−'}${Math.abs(minutes)} min`,
  how: 'libfaketime, for its process alone; its monotonic clock goes on',
  undone: 'it steps back',
  lasts: 'to-the-end',
  api: 'with-own-clock',
  meets: always,
  strike({ clockFile }) {
    writeFileSync(clockFile, `${minutes > 0 ? '+' : ''}${minutes * 60}`);
    return () => writeFileSync(clockFile, '+0');
  },
}));

/** @type {Fault} */
const copies = {
  id: 'copies',
  title: 'Reports come repeatedly, and late',
  how: 'a proxy sends each report once more at once, and again after the next one',
  undone: 'it hands them on once',
  lasts: 'to-the-end',
  api: 'one',
  meets: ofRuns,
  strike({ relay }) {
    relay.copies = true;
    return () => {
      relay.copies = false;
    };
  },
};

/** @type {Fault} */
const replica = {
  id: 'kill-replica',
  title: 'kill -9 of one of two replicas of the API',
  how: 'SIGKILL; a balancer goes on with the other one',
  undone: 'its keeper starts it again',
  lasts: 'moment',
  api: 'two',
  meets: always,
  strike(lab) {
    process.kill(lab.apiPid(1), 'SIGKILL');
    return () => {};
  },
};

/** @type {Fault[]} */
export const FAULTS = [...kills, ...stops, ...cuts, ...full, readOnly, ...clocks, copies, replica];

/** @param {number[]} pids @param {string} title */
function found(pids, title) {
  if (pids.length === 0) throw new Error(`There is no process of ${title} to strike.`);
  return pids;
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function signalIfThere(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile, as a target does whose run is over.
  }
}
