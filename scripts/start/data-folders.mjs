// @ts-check
/** The folders of the data folder that the API writes to, and whose they are. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { DATA_FOLDERS, inData } from '../../api/platform/data-folders.mjs';
import { Sentence } from './sentence.mjs';

/** @typedef {import('../postgres/account.mjs').Account} Account */

/**
 * For its owner alone, also where a version before made it for everybody. A link leads to where somebody else decides that.
 *
 * @param {string} folder
 */
export function ownFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (found.isDirectory() && found.uid === process.getuid?.()) chmodSync(folder, 0o700);
}

/**
 * Makes them, for the API alone. What root or another user has put there is handed over to the API's user, once.
 *
 * @param {string} data
 * @param {Account} account of the API
 * @param {(line: string) => void} report
 */
export function prepareDataFolders(data, account, report) {
  for (const folder of DATA_FOLDERS.map((name) => inData(data, name))) {
    ownFolder(folder);
    if (!account) requireOpen(folder, data);
    else if (lstatSync(folder).isSymbolicLink()) requireOwner(folder, account);
    else handOver(folder, account, report);
  }
}

/** Root may have started it before. @param {string} folder @param {string} data */
function requireOpen(folder, data) {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new Sentence(
      `${folder} cannot be used because it belongs to the user id ${statSync(folder).uid}, as which the API ran where root started it: start as root, or take the folder over with "sudo chown -R ${process.getuid?.()}:${process.getgid?.()} ${data}".`,
    );
  }
}

/** What lies behind a link is not handed over: others may have a say there. @param {string} folder @param {{ uid: number, gid: number }} account */
function requireOwner(folder, { uid, gid }) {
  if (statSync(folder).uid === uid) return;
  throw new Sentence(
    `${folder} is a link, and what it leads to is not handed over to the user that the API runs as: do so with "chown -R ${uid}:${gid} ${realpathSync(folder)}".`,
  );
}

/**
 * The folder itself changes hands last, so what was cut short is done again, and what is done costs one look.
 *
 * @param {string} folder
 * @param {{ uid: number, gid: number }} account
 * @param {(line: string) => void} report
 */
function handOver(folder, account, report) {
  const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    if (fstatSync(opened).uid === account.uid) return;
    if (readdirSync(folder).length > 0)
      report(`giving ${folder} to the user id ${account.uid}, as which the API runs instead of root`);
    handOverWithin(opened, folder, account);
    fchmodSync(opened, 0o700);
    fchownSync(opened, account.uid, account.gid);
  } finally {
    closeSync(opened);
  }
}

/**
 * By what is open, never by a name that may lead elsewhere by then; of a file with another name, somebody else may have a say.
 *
 * @param {number} opened a folder
 * @param {string} folder its name, for people
 * @param {{ uid: number, gid: number }} account
 */
function handOverWithin(opened, folder, account) {
  const here = `/proc/self/fd/${opened}`;
  for (const entry of readdirSync(here, { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.isFile()) continue;
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const one = openSync(`${here}/${entry.name}`, flags);
    try {
      const found = fstatSync(one);
      const name = `${folder}/${entry.name}`;
      if (found.isDirectory()) handOverWithin(one, name, account);
      else if (!found.isFile() || found.nlink > 1) throw new Sentence(handedToNobody(name, folder));
      fchownSync(one, account.uid, account.gid);
    } finally {
      closeSync(one);
    }
  }
}

/** @param {string} file @param {string} folder */
const handedToNobody = (file, folder) =>
  `${file} has another name elsewhere (a hard link), so it is not handed over to the user that the API runs as: put a copy in the place of ${folder}, made with "cp -R".`;
