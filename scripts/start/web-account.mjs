// @ts-check
/**
 * Whom the web app runs as where root starts the instance: not root, whose files it would own, and not PostgreSQL's user, whose
 * password it could read. It needs no account, so none is made on the machine.
 */
import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireReachable } from '../postgres/account.mjs';
import { webServer } from './build.mjs';
import { Sentence } from './sentence.mjs';

/** Debian reserves these numbers, and systemd gives them to nothing. */
const [FIRST, LAST] = [65_520, 65_533];

/**
 * A number that no account, group or process of this machine has, so that the web app owns no file and can look into no other
 * process. It keeps nothing, so the number may be another one at the next start.
 *
 * @returns {Promise<import('../postgres/account.mjs').Account>}
 * @throws {Sentence} where that user could not get to the web app
 */
export async function chooseWebAccount() {
  if (process.getuid?.() !== 0) return null;
  const uid = await unusedNumber();
  const account = { uid, gid: uid };
  const orOrdinary = 'every user may enter, or start as an ordinary user';
  await requireReachable(account, process.execPath, `install Node in a folder that ${orOrdinary}`, 'the web app');
  await requireReachable(
    account,
    path.dirname(webServer),
    `move this repository to a folder that ${orOrdinary}`,
    'the web app',
  );
  return account;
}

async function unusedNumber() {
  const running = uidsOfProcesses();
  for (let number = FIRST; number <= LAST; number += 1) {
    if (!running.has(number) && !(await isKnown('passwd', number)) && !(await isKnown('group', number))) return number;
  }
  throw new Sentence(
    `The web app does not run as root, and all user ids from ${FIRST} to ${LAST} are in use: free one, or start as an ordinary user.`,
  );
}

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
