// @ts-check
/** What a script left of itself: processes, ports, namespaces, mounts, temporary folders. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { markOf, processStartTicks } from '../../start/owner.mjs';
import { processes } from '../instance/processes.mjs';

/** Caches that Node and tsx keep for every process of this user. */
const CACHES = /^(tsx-|node-compile-cache|data$)/;
const LISTENING = '0A';

/** @typedef {{ pid: number, startTicks: string | null, command: string }} Member */

/**
 * A script's processes: those that were given its folder, in their environment, command or working folder. It follows those
 * that have lost their parent too.
 *
 * @param {string} folder @returns {Member[]}
 */
export function family(folder) {
  return processes()
    .filter(({ pid, command }) => command.includes(folder) || cwd(pid).startsWith(folder) || given(pid, folder))
    .map(({ pid, command }) => ({ pid, startTicks: processStartTicks(pid), command }));
}

const cwd = (/** @type {number} */ pid) => quietly(() => readlinkSync(`/proc/${pid}/cwd`));
const given = (/** @type {number} */ pid, /** @type {string} */ folder) =>
  quietly(() => readFileSync(`/proc/${pid}/environ`, 'utf8')).includes(folder);

/** Of a process that may end meanwhile. @template T @param {() => T} read @param {T} otherwise */
function quietly(read, otherwise = /** @type {T} */ ('')) {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** TCP ports on which these processes listen. @param {Member[]} members @returns {number[]} */
export function portsOf(members) {
  const sockets = new Set(members.flatMap(({ pid }) => socketsOf(pid)));
  return listeners()
    .filter(({ inode }) => sockets.has(inode))
    .map(({ port }) => port);
}

/** @param {number} pid */
function socketsOf(pid) {
  const folder = `/proc/${pid}/fd`;
  return quietly(() => readdirSync(folder), []).flatMap(
    (fd) => quietly(() => readlinkSync(`${folder}/${fd}`)).match(/^socket:\[(\d+)\]$/)?.[1] ?? [],
  );
}

function listeners() {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    quietly(() => readFileSync(file, 'utf8'))
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === LISTENING)
      .map((fields) => ({ port: Number.parseInt(fields[1]?.split(':')[1] ?? '', 16), inode: fields[9] ?? '' })),
  );
}

/**
 * What is still there of a script that has ended, as lines for people. Temporary folders may stay after kill -9.
 *
 * @param {{ folder: string, members: Member[], ports: number[], foldersMayStay: boolean }} script
 */
export function leftOf({ folder, members, ports, foldersMayStay }) {
  const living = family(folder);
  const inodes = new Set(living.flatMap(({ pid }) => socketsOf(pid)));
  const open = listeners().filter(({ port, inode }) => ports.includes(port) && inodes.has(inode));
  const marks = members.map(({ pid, startTicks }) => `-${markOf(pid, startTicks)}-`);
  const marked = (/** @type {string} */ name) => marks.some((mark) => name.includes(mark));
  const namespaces = spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' }).stdout ?? '';
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  const shared = existsSync('/dev/shm') ? readdirSync('/dev/shm') : [];
  const folders = [
    ...readdirSync(folder).filter((name) => !CACHES.test(name)),
    ...shared.filter((name) => marked(name)),
  ];
  return [
    ...living.map(({ pid, command }) => `process ${pid} ${command.slice(0, 90)}`),
    ...open.map(({ port }) => `port ${port}`),
    ...namespaces.split('\n').filter((name) => name.startsWith('mrps-') && marked(name)),
    ...mounts.filter((line) => line.includes(folder)).map((line) => `mount ${line}`),
    ...(foldersMayStay ? [] : folders.map((name) => `folder ${path.join(folder, name)}`)),
  ];
}
