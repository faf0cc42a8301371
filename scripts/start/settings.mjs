// @ts-check
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { processStartTicks } from './owner.mjs';
import { Sentence } from './sentence.mjs';

export const root = path.resolve(import.meta.dirname, '../..');
const DEFAULT_PORT = 3000;
const UPGRADE_COPIES = 3;

/**
 * @typedef {object} Settings
 * @property {number} port the one front
 * @property {string} host loopback unless told otherwise
 * @property {string} data the folder that everything is written to
 * @property {string | null} databaseUrl null: the embedded PostgreSQL
 * @property {boolean} tls the API speaks https
 * @property {number} upgradeCopies how many copies of the database before upgrades are kept
 * @property {string | null} hostConfig of this machine's agent; null: the default one, where there is one
 */

/** @param {NodeJS.ProcessEnv} env @returns {Settings} */
export function readSettings(env) {
  const port = env.PORT === undefined || env.PORT === '' ? DEFAULT_PORT : Number(env.PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Sentence(`PORT=${env.PORT} is not a port; use a number from 1 to 65535.`);
  }
  const data = env.MILLIONRPS_DATA ? path.resolve(env.MILLIONRPS_DATA) : defaultData();
  const hostConfig = env.MILLIONRPS_HOST_CONFIG ? path.resolve(env.MILLIONRPS_HOST_CONFIG) : null;
  if (hostConfig && !existsSync(hostConfig)) {
    throw new Sentence(`MILLIONRPS_HOST_CONFIG=${hostConfig} is not there; name a file, or leave it out.`);
  }
  const upgradeCopies = Number(env.MILLIONRPS_UPGRADE_COPIES || UPGRADE_COPIES);
  if (!Number.isInteger(upgradeCopies) || upgradeCopies < 0 || upgradeCopies > 1000) {
    throw new Sentence(
      `MILLIONRPS_UPGRADE_COPIES=${env.MILLIONRPS_UPGRADE_COPIES} is not usable; use a number from 0 to 1000.`,
    );
  }
  return {
    port,
    host: env.HOST || '127.0.0.1',
    data,
    databaseUrl: env.DATABASE_URL || null,
    tls: Boolean(env.MILLIONRPS_TLS),
    hostConfig,
    upgradeCopies,
  };
}

/**
 * `data` in the checkout. Root's PostgreSQL runs as another user, who cannot enter a checkout under a home that is
 * closed to others: then /var/lib/millionrps.
 */
function defaultData() {
  const beside = path.join(root, 'data');
  return process.getuid?.() === 0 && !openToOthers(root) ? '/var/lib/millionrps' : beside;
}

/** @param {string} folder */
function openToOthers(folder) {
  for (let at = folder; ; at = path.dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

/**
 * The command that prints another sign-in link of this instance. Whoever can open its page reads it, so the folder is named only
 * where that takes this machine.
 *
 * @param {Pick<Settings, 'data' | 'host'>} settings
 */
export function signInCommand({ data, host }) {
  const command = 'npm run sign-in-link';
  if (data === defaultData()) return command;
  const folder = LOOPBACK.includes(host) ? quoted(data) : '<its data folder>';
  return `MILLIONRPS_DATA=${folder} ${command}`;
}

/** @param {string} word */
const quoted = (word) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** The instance that runs on a data folder, if one does; programs of this machine call it at `callUrl`. @param {string} data */
export function runningInstance(data) {
  const file = instanceFile(data);
  if (!existsSync(file)) return null;
  try {
    const instance = JSON.parse(readFileSync(file, 'utf8'));
    return isOurs(instance) ? /** @type {{ pid: number, url: string, callUrl: string }} */ (instance) : null;
  } catch {
    return null;
  }
}

/** A pid alone proves nothing after a restart of the machine; its start time does. @param {{ pid: number, startTicks: string | null }} instance */
function isOurs({ pid, startTicks }) {
  return processStartTicks(pid) === startTicks;
}

/** @param {string} data */
export const instanceFile = (data) => path.join(data, 'instance.json');
/** @param {string} data */
export const adminTokenFile = (data) => path.join(data, 'admin-token');
