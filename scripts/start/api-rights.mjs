// @ts-check
/** What of root's an API needs that is not root, and what it is told that it does not get. */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { DATA_FOLDERS, inData } from '../../api/platform/data-folders.mjs';
import { requireReachable } from '../postgres/account.mjs';
import { Sentence } from './sentence.mjs';
import { root } from './settings.mjs';

/** @typedef {{ uid: number, gid: number }} User */

/**
 * How the API is started as its user. A port that is root's alone takes one capability along, which only setpriv gives.
 *
 * @param {import('../postgres/account.mjs').Account} account
 * @param {number} port
 * @returns {{ prefix: string[], account: import('../postgres/account.mjs').Account }} prefix: words before its command
 */
export function asApi(account, port) {
  if (!account || port >= firstOpenPort()) return { prefix: [], account };
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const bind = ['--inh-caps=-all,+net_bind_service', '--ambient-caps=-all,+net_bind_service'];
  const prefix = ['setpriv', ...ids, ...bind, '--bounding-set=-all,+net_bind_service', '--'];
  if (spawnSync('setpriv', [...prefix.slice(1), 'true'], { stdio: 'ignore' }).status !== 0)
    throw new Sentence(
      `The API does not run as root, and gets port ${port} only by setpriv, which is missing, too old or not allowed here: install Debian's util-linux, or set PORT to ${firstOpenPort()} or above.`,
    );
  return { prefix, account: null };
}

/** The kernel's first port that is not root's alone. */
function firstOpenPort() {
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
  } catch {
    return 1024;
  }
}

/** Settings that name a file which the API reads itself. */
const NAMED = ['AWS_SHARED_CREDENTIALS_FILE', 'AWS_CONFIG_FILE', 'AWS_WEB_IDENTITY_TOKEN_FILE', 'NODE_EXTRA_CA_CERTS'];

const DATABASES = ['DATABASE_URL', 'MILLIONRPS_DIRECT_DATABASE_URL'];
/** Parameters of a database's address that name files. */
const FILES_OF_ADDRESS = ['sslcert', 'sslkey', 'sslrootcert'];

/** @param {string} name of a setting @param {string | undefined} address */
function databaseFiles(name, address) {
  if (!address || !URL.canParse(address)) return [];
  const { searchParams } = new URL(address);
  return FILES_OF_ADDRESS.flatMap((parameter) => {
    const file = searchParams.get(parameter);
    return file ? [{ said: `${parameter}=${file} in ${name}`, file }] : [];
  });
}

/**
 * Refuses files and folders that settings name and the API's user may not read. A file that is not there is none of this rule's.
 *
 * @param {User} account
 * @param {NodeJS.ProcessEnv} env
 * @param {string} data the data folder
 */
export async function requireReadable(account, env, data) {
  for (const file of certificateFiles(env)) requireOutside(file, data);
  if (env.MILLIONRPS_PROGRAMS)
    await requireReachable(account, env.MILLIONRPS_PROGRAMS, 'let every user enter it', 'the API');
  const named = NAMED.map((name) => ({ said: `${name}=${env[name]}`, file: env[name] }));
  for (const { said, file } of [...named, ...DATABASES.flatMap((name) => databaseFiles(name, env[name]))]) {
    if (file && existsSync(file) && spawnSync('test', ['-r', file], { ...account, cwd: '/' }).status !== 0)
      throw new Sentence(
        `${said} cannot be read by the API, which does not run as root: name a copy that belongs to the user id ${account.uid}, in a folder that every user may enter.`,
      );
  }
}

/** Those that MILLIONRPS_TLS names. @param {NodeJS.ProcessEnv} env */
export const certificateFiles = ({ MILLIONRPS_TLS = '' }) =>
  MILLIONRPS_TLS.split(',').flatMap((file) => file.trim() || []);

/**
 * The starter reads it as root: what the API may change on the way to it could lead to any other file.
 *
 * @param {string} file
 * @param {string} data
 * @throws {Sentence}
 */
export function requireOutside(file, data) {
  const places = placesOnTheWay(path.resolve(root, file));
  const folders = DATA_FOLDERS.map((name) => inData(path.resolve(data), name));
  const own = folders.flatMap((folder) => (existsSync(folder) ? [folder, realpathSync(folder)] : [folder]));
  if (places.some((place) => own.some((folder) => isWithin(place, folder))))
    throw new Sentence(
      `MILLIONRPS_TLS names ${file}, which lies in a folder that the API may change, or leads there: move it to a folder of root's, such as /etc/millionrps.`,
    );
}

/** As many as the kernel follows. */
const LINKS_MOST = 40;

/** Each file, folder and link that is passed from the root to a file. @param {string} file absolute */
function placesOnTheWay(file) {
  const places = [];
  let [at, links] = [path.sep, 0];
  for (let left = file.split(path.sep); left.length > 0 && links <= LINKS_MOST; ) {
    const [name = '', ...further] = left;
    const place = path.join(at, name);
    places.push(place);
    const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink();
    const led = isLink ? readlinkSync(place) : null;
    if (led === null) at = place;
    else if (path.isAbsolute(led)) at = path.sep;
    left = led === null ? further : [...led.split(path.sep), ...further];
    if (led !== null) links += 1;
  }
  return places;
}

/** @param {string} file @param {string} folder */
const isWithin = (file, folder) => file === folder || file.startsWith(`${folder}${path.sep}`);

/** Root's own files of AWS that an API with another home does not find. @param {User} account @param {NodeJS.ProcessEnv} env @returns {string | null} */
export function unusedAwsFiles({ uid }, env, home = homedir()) {
  if (env.AWS_ACCESS_KEY_ID) return null;
  const usual = [
    ['AWS_SHARED_CREDENTIALS_FILE', 'credentials'],
    ['AWS_CONFIG_FILE', 'config'],
  ].map(([name = '', file = '']) => ({ name, file: path.join(home, '.aws', file) }));
  const unused = usual.filter(({ name, file }) => !env[name] && existsSync(file));
  if (unused.length === 0) return null;
  const [files, names] = [unused.map(({ file }) => file), unused.map(({ name }) => name)];
  return `The API does not run as root and does not use ${files.join(' or ')}: if it is to use AWS, name copies that belong to the user id ${uid} with ${names.join(' and ')}.`;
}
