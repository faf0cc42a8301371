// @ts-check
/** What the API's user gets where root starts the instance, and what it does not. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { duplexPair } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { placeSecrets, readSecrets, writeSecrets } from '../../backup/secrets.mjs';
import { chooseApiAccount } from '../../start/accounts.mjs';
import { answerLines } from '../../start/answer-lines.mjs';
import { TSX } from '../../start/api-command.mjs';
import { asApi, requireReadable, unusedAwsFiles } from '../../start/api-rights.mjs';
import { answerApi } from '../../start/asked.mjs';
import { prepareDataFolders } from '../../start/data-folders.mjs';
import { root as checkout } from '../../start/settings.mjs';

const root = (/** @type {string} */ name) => path.join(checkout, name);
const isRoot = process.getuid?.() === 0;
const account = { uid: 65_533, gid: 65_533 };

/** @type {string} */ let data;
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'millionrps-api-user-'));
  chmodSync(data, 0o755);
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const inData = (/** @type {string[]} */ ...names) => path.join(data, ...names);
const owner = (/** @type {string[]} */ ...names) => lstatSync(inData(...names)).uid;

/** What it says about it. */
function prepare(/** @type {typeof account | null} */ whom = account) {
  const said = /** @type {string[]} */ ([]);
  prepareDataFolders(data, whom, (line) => said.push(line));
  return said;
}

/** As a version before left it. */
function fill() {
  mkdirSync(inData('blobs/ab'), { recursive: true });
  writeFileSync(inData('blobs/ab/file'), 'a file', { mode: 0o600 });
  writeFileSync(inData('admin-token'), 'a token', { mode: 0o600 });
}

describe.runIf(isRoot)('the folders of the API', () => {
  it('are made for its user alone', () => {
    expect(prepare()).toEqual([]);
    const made = readdirSync(data).map((name) => [name, owner(name), statSync(inData(name)).mode & 0o777]);
    expect(made).toEqual(['blobs', 'blobs-waiting', 'tls'].map((name) => [name, account.uid, 0o700]));
  });

  it('change hands with what is in them, and nothing else does, and no second time', () => {
    fill();
    symlinkSync(inData('admin-token'), inData('blobs/ab/link'));
    expect(prepare()).toEqual([
      `giving ${inData('blobs')} to the user id 65533, as which the API runs instead of root`,
    ]);
    expect([owner('blobs'), owner('blobs/ab'), owner('blobs/ab/file')]).toEqual(Array(3).fill(account.uid));
    expect([owner('blobs/ab/link'), owner('admin-token'), owner('.')]).toEqual([0, 0, 0]);
    writeFileSync(inData('blobs/ab/later'), '');
    expect(prepare()).toEqual([]);
    expect(owner('blobs/ab/later')).toBe(0);
  });

  it('of a file with two names are refused, and handed over at the next start', () => {
    fill();
    linkSync(inData('admin-token'), inData('blobs/ab/second'));
    expect(() => prepare()).toThrow(/blobs\/ab\/second has another name elsewhere \(a hard link\), .* with "cp -R"\.$/);
    expect([owner('admin-token'), owner('blobs')]).toEqual([0, 0]);
    rmSync(inData('blobs/ab/second'));
    expect(prepare()).toHaveLength(1);
    expect(owner('blobs')).toBe(account.uid);
  });

  it('that are links are not followed', () => {
    mkdirSync(inData('elsewhere'));
    symlinkSync(inData('elsewhere'), inData('blobs'));
    expect(() => prepare()).toThrow(`do so with "chown -R 65533:65533 ${inData('elsewhere')}".`);
    chownSync(inData('elsewhere'), account.uid, account.gid);
    expect(prepare()).toEqual([]);
  });
});

describe.runIf(isRoot)('the certificate in a backup', () => {
  it('is restored for whom the folder belongs to, whatever lies in the place', async () => {
    prepare();
    writeFileSync(inData('target'), 'as it was');
    symlinkSync(inData('target'), inData('tls/key.pem.partial'));
    await placeSecrets(data, [
      { name: 'tls/key.pem', content: Buffer.from('a key') },
      { name: 'admin-token', content: Buffer.from('a token') },
    ]);
    expect([owner('tls/key.pem'), owner('admin-token')]).toEqual([account.uid, 0]);
    expect([readFileSync(inData('tls/key.pem'), 'utf8'), readFileSync(inData('target'), 'utf8')]).toEqual([
      'a key',
      'as it was',
    ]);
  });

  it('is no file that only root may read', async () => {
    prepare();
    fill();
    symlinkSync(inData('admin-token'), inData('tls/key.pem'));
    await expect(writeSecrets(data, inData('backup'))).rejects.toThrow(
      /tls\/key\.pem is a link, which is not followed/,
    );
    rmSync(inData('tls/key.pem'));
    linkSync(inData('admin-token'), inData('tls/key.pem'));
    await expect(writeSecrets(data, inData('backup'))).rejects.toThrow(/is no file of its own/);
    rmSync(inData('tls/key.pem'));
    execFileSync('mkfifo', [inData('tls/key.pem')]);
    await expect(writeSecrets(data, inData('backup'))).rejects.toThrow(/is no file of its own/);
  });
});

it('reads secrets of a backup that shares its files with another one, as rotations do', async () => {
  writeFileSync(inData('session-secret'), 'a secret');
  const secrets = await writeSecrets(data, inData('backup'));
  linkSync(inData('backup/secrets/session-secret'), inData('older'));
  const read = await readSecrets(inData('backup'), { secrets });
  expect(read.map(({ name, content }) => [name, content.toString()])).toEqual([['session-secret', 'a secret']]);
});

describe.runIf(isRoot)("the API's user", () => {
  const choose = () => chooseApiAccount(data, inData('blobs'));

  it('is the one that its files belong to', async () => {
    mkdirSync(inData('blobs'));
    const first = await choose();
    expect(first?.uid).toBeGreaterThanOrEqual(65_527);
    chownSync(inData('blobs'), 65_531, 65_531);
    expect(await choose()).toEqual({ uid: 65_531, gid: 65_531 });
    // Of another user it is not taken over.
    chownSync(inData('blobs'), 33, 33);
    expect(await choose()).toEqual(first);
  });

  it('takes one capability along for a port of root alone, and none otherwise', () => {
    expect(asApi(account, 3000)).toEqual({ prefix: [], account });
    expect(asApi(account, 443)).toMatchObject({ prefix: expect.arrayContaining(['--clear-groups']), account: null });
    expect(asApi(null, 443)).toEqual({ prefix: [], account: null });
  });

  it('has to be able to read what settings name', async () => {
    const file = inData('credentials');
    writeFileSync(file, '', { mode: 0o600 });
    const env = { AWS_SHARED_CREDENTIALS_FILE: file };
    await expect(requireReadable(account, env, data)).rejects.toThrow(
      `AWS_SHARED_CREDENTIALS_FILE=${file} cannot be read by the API, which does not run as root: name a copy that belongs to the user id 65533`,
    );
    chownSync(file, account.uid, account.gid);
    await requireReadable(account, env, data);
    mkdirSync(inData('programs'), { mode: 0o700 });
    await expect(requireReadable(account, { MILLIONRPS_PROGRAMS: inData('programs') }, data)).rejects.toThrow(
      /programs cannot be used because the user the API runs as \(uid 65533\) may not enter/,
    );
  });
});

it('refuses a certificate in a folder that the API may change, by whatever name', async () => {
  mkdirSync(inData('tls'));
  mkdirSync(inData('own'));
  symlinkSync(inData('tls'), inData('own/led'));
  symlinkSync('../tls/key.pem', inData('own/linked.pem'));
  symlinkSync('led/../tls/key.pem', inData('own/round.pem'));
  symlinkSync('round.pem', inData('own/twice.pem'));
  const named = (/** @type {string[]} */ ...names) => ({
    MILLIONRPS_TLS: `${inData('own/cert.pem')}, ${inData(...names)}`,
  });
  const inside = ['tls/key.pem', 'tls/further/key.pem', 'own/led/key.pem', 'own/../tls/key.pem'];
  const leading = ['own/linked.pem', 'own/round.pem', 'own/twice.pem'];
  const refusal = /lies in a folder that the API may change, or leads there: move it to a folder of root's/;
  for (const name of [...inside, ...leading])
    await expect(requireReadable(account, named(name), data), name).rejects.toThrow(refusal);
  await requireReadable(account, named('own/key.pem'), data);
  // Put there while the instance runs, and led on to what only root reads.
  writeFileSync(inData('secret'), 'a secret');
  symlinkSync('../secret', inData('tls/key.pem'));
  process.env.MILLIONRPS_TLS = `${inData('own/cert.pem')},${inData('own/twice.pem')}`;
  const { fault } = /** @type {any} */ (await answerApi({ id: 7, read: inData('own/twice.pem') }, data));
  delete process.env.MILLIONRPS_TLS;
  if (isRoot) expect(fault).toMatch(refusal);
  else expect(fault).toBeUndefined();
});

it("refuses files of a database's address that the API may not read", async () => {
  const key = inData('client.key');
  writeFileSync(key, '', { mode: 0o600 });
  const env = { DATABASE_URL: `postgresql://db/x?sslmode=require&sslkey=${key}` };
  await expect(requireReadable(account, env, data)).rejects.toThrow(
    `sslkey=${key} in DATABASE_URL cannot be read by the API`,
  );
  await requireReadable(account, { DATABASE_URL: 'postgresql://db/x?sslkey=/nowhere' }, data);
});

it('leaves no program of TypeScript to a cache that another user may have made', () => {
  const files = ['scripts', 'api', 'web/e2e'].flatMap((folder) =>
    readdirSync(root(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[mt][jt]?s$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const said = ['package.json', ...files].filter((name) =>
    /--import'?,? '?tsx\b/.test(readFileSync(root(name), 'utf8')),
  );
  expect(said).toEqual([]);
  const cache = path.join(data, `tsx-${process.getuid?.() ?? ''}`);
  const env = { ...process.env, TMPDIR: data };
  const { stderr } = spawnSync(process.execPath, [...TSX, root('scripts/blobs.mjs')], { env, encoding: 'utf8' });
  expect(stderr).toContain('blobs -- status');
  expect(existsSync(cache)).toBe(false);
});

it("tells of root's files of AWS that the API does not use, unless settings say what it uses", () => {
  mkdirSync(inData('.aws'));
  expect(unusedAwsFiles(account, {}, data)).toBeNull();
  writeFileSync(inData('.aws/credentials'), '');
  expect(unusedAwsFiles(account, {}, data)).toBe(
    `The API does not run as root and does not use ${inData('.aws/credentials')}: if it is to use AWS, name copies that belong to the user id 65533 with AWS_SHARED_CREDENTIALS_FILE.`,
  );
  expect(unusedAwsFiles(account, { AWS_SHARED_CREDENTIALS_FILE: '/a/copy' }, data)).toBeNull();
  expect(unusedAwsFiles(account, { AWS_ACCESS_KEY_ID: 'AKIA' }, data)).toBeNull();
});

describe('the starter', () => {
  afterEach(() => {
    delete process.env.MILLIONRPS_TLS;
  });
  const ask = (/** @type {any} */ question) => answerApi({ id: 7, ...question }, data);

  it('reads the files of the certificate for the API, and no other', async () => {
    const [certificate, key] = [inData('cert.pem'), inData('key.pem')];
    writeFileSync(key, 'a key', { mode: 0o600 });
    const refused = { id: 7, fault: 'MILLIONRPS_TLS does not name that file.' };
    expect(await ask({ read: key })).toEqual(refused);
    process.env.MILLIONRPS_TLS = `${certificate}, ${key}`;
    expect(await ask({ read: key })).toEqual({ id: 7, done: 'a key' });
    expect(await ask({ read: certificate })).toEqual({ id: 7, fault: `${certificate} cannot be read: ENOENT.` });
    for (const read of ['/etc/shadow', '', [key], { key }, 3, null, `${data}/../${path.basename(data)}/key.pem`])
      expect(await ask({ read }), String(read)).toEqual(refused);
    process.env.MILLIONRPS_TLS = 'self-signed';
    expect(await ask({ read: 'self-signed' })).toEqual(refused);
  });

  it.each([
    [['linux-arm64', 'agent']],
    [['linux-arm64', 'agent', 'server', 'agent']],
    [['darwin-arm64', 'agent', 'server']],
    [['../../etc', 'agent', 'server']],
    [['linux-arm64\n', 'agent', 'server']],
    ['linux-arm64 agent server'],
    [[['linux-arm64', 'agent', 'server', '-x']]],
    [null],
  ])('builds nothing but the programs that the API hands out: not %j', async (build) => {
    expect(await ask({ build })).toEqual({ id: 7, fault: 'These are no programs that are built on request.' });
  });

  it('answers nothing that is no question', async () => {
    for (const one of [undefined, null, 'build', {}, { id: 'x', read: 'y' }, { id: 1 }, []])
      expect(await answerApi(one, data)).toBeNull();
  });

  /** @param {(asked: import('node:stream').Duplex) => void} ask @param {(question: any) => Promise<object | null>} [answer] */
  async function answered(ask, answer = async (question) => ({ to: question })) {
    const [channel, asked] = duplexPair();
    const over = answerLines(channel, answer);
    let said = '';
    asked.setEncoding('utf8').on('data', (part) => (said += part));
    ask(asked);
    await over;
    return { said, closed: channel.destroyed };
  }

  it('answers by lines, one after another, also where a line comes in pieces', async () => {
    let open = 0;
    const one = async (/** @type {any} */ question) => {
      open += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return question && { to: question, beside: --open };
    };
    const { said } = await answered((asked) => {
      asked.write('"a"\nnull\n"b');
      setTimeout(() => asked.end('c"\n'), 30);
    }, one);
    expect(said).toBe('{"to":"a","beside":0}\n{"to":"bc","beside":1}\n');
  });

  it.each([
    ['a line that is no JSON', 'build\n"never answered"\n'],
    ['a line that is too long', `"${'x'.repeat(5000)}"\n`],
    ['a line without an end', 'x'.repeat(5000)],
  ])('hangs up on %s, and goes on', async (_what, sent) => {
    expect(await answered((asked) => void asked.write(sent))).toEqual({ said: '', closed: true });
  });

  it('reads no more while it answers, however much is sent', async () => {
    const [channel, asked] = duplexPair();
    void answerLines(channel, () => new Promise(() => {}));
    // What is taken at once is a part, and one more waits.
    for (let part = 0; part < 3; part++) {
      while (!asked.writableNeedDrain) asked.write('"question"\n');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(asked.writableNeedDrain).toBe(true);
    channel.destroy();
  });
});
