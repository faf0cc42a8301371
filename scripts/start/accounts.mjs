// @ts-check
/**
 * Whom the web app and the API run as where root starts the instance: not root, whose files they would own, and not PostgreSQL's user,
 * whose password they could read. They need no account, so none is made on the machine.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ELSEWHERE, requireReachable } from '../postgres/account.mjs';
import { webServer } from './build.mjs';
import { bundledApi } from './bundle-api.mjs';
import { Sentence } from './sentence.mjs';

/** @typedef {import('../postgres/account.mjs').Account} Account */

/** Debian reserves these numbers, and systemd gives them to nothing. No web app ever has one that files of an API belong to. */
const NUMBERS = { 'the web app': [65_520, 65_526], 'the API': [65_527, 65_533] };

/** What an API that lost its starter takes to end. */
const LEFT_ENDS_WITHIN_MS = 10_000;

/**
 * A number that no account, group or process of this machine has, so that the web app owns no file and can look into no other
 * process. It keeps nothing, so the number may be another one at the next start.
 *
 * @param {string} data the data folder
 * @returns {Promise<Account>}
 * @throws {Sentence} where that user could not get to the web app
 */
export async function chooseWebAccount(data) {
  if (process.getuid?.() !== 0) return null;
  return reaching('the web app', await unusedNumber('the web app', data), path.dirname(webServer));
}

/**
 * The number that owns the API's files already, if nobody else has it; otherwise an unused one.
 *
 * @param {string} data the data folder
 * @param {string} files what of it says whose the files are
 * @returns {Promise<Account>}
 * @throws {Sentence} where that user could not get to the API or to its files
 */
export async function chooseApiAccount(data, files) {
  if (process.getuid?.() !== 0) return null;
  const number = (await keptNumber(files)) ?? (await unusedNumber('the API', data));
  const account = await reaching('the API', number, path.dirname(bundledApi));
  await requireReachable(account, data, ELSEWHERE, 'the API');
  return account;
}

/** @param {keyof typeof NUMBERS} part @param {number} number @param {string} program a folder of the part */
async function reaching(part, number, program) {
  const account = { uid: number, gid: number };
  const orOrdinary = 'every user may enter, or start as an ordinary user';
  await requireReachable(account, process.execPath, `install Node in a folder that ${orOrdinary}`, part);
  await requireReachable(account, program, `move this repository to a folder that ${orOrdinary}`, part);
  return account;
}

/** @param {string} files */
async function keptNumber(files) {
  const [first = 0, last = 0] = NUMBERS['the API'];
  const owner = statSync(files, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner < first || owner > last || (await belongsToSomebody(owner))) return null;
  for (const endsMs = Date.now() + LEFT_ENDS_WITHIN_MS; uidsOfProcesses().has(owner); await sleep(100)) {
    if (Date.now() > endsMs) return null;
  }
  return owner;
}

/** Instances that the machine starts together look in different orders: a number is in use only once its process runs. @param {keyof typeof NUMBERS} part @param {string} data */
async function unusedNumber(part, data) {
  const [first = 0, last = 0] = NUMBERS[part];
  const count = last - first + 1;
  const begin = createHash('sha256').update(path.resolve(data)).digest().readUInt32BE() % count;
  const running = uidsOfProcesses();
  for (let at = 0; at < count; at += 1) {
    const number = first + ((begin + at) % count);
    if (!running.has(number) && !(await belongsToSomebody(number))) return number;
  }
  throw new Sentence(
    `${part.replace('the', 'The')} does not run as root, and all user ids from ${first} to ${last} are in use: free one, or start as an ordinary user.`,
  );
}

/** @param {number} number */
const belongsToSomebody = async (number) => (await isKnown('passwd', number)) || (await isKnown('group', number));

/** @param {'passwd' | 'group'} database @param {number} number */
const isKnown = (database, number) =>
  promisify(execFile)('getent', [database, String(number)]).then(
    () => true,
    () => false,
  );

function uidsOfProcesses() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Set(pids.map((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid));
}
