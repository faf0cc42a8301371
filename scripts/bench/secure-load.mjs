// @ts-check
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { binFolder } from '../start/build.mjs';
import { freePort } from '../start/checks.mjs';
import { spawnHeld, temporaryFolder } from '../start/ending.mjs';

const volley = path.join(binFolder, 'agent');
const STARTS_WITHIN_MS = 10_000;

/**
 * What is compared over TLS, by whom: ours first. All take any certificate, and the server leaves one cipher and one group.
 *
 * @typedef {{ name: string, tools: { name: string, argv: (base: string, seconds: number) => string[] }[] }} Match
 */

/** @param {number} seconds @param {string[]} rest */
const ours = (seconds, ...rest) => [
  ...[volley, 'volley', '--tls-any', '--loops=1', `--duration=${seconds}s`, '--json'],
  ...rest,
];

/** @type {Match[]} */
export const MATCHES = [
  {
    name: 'tls.simple.wrk',
    tools: [
      { name: 'volley', argv: (base, seconds) => ours(seconds, '--connections=50', `--url=${base}/simple`) },
      { name: 'wrk', argv: (base, seconds) => ['wrk', '-t1', '-c50', `-d${seconds}s`, `${base}/simple`] },
    ],
  },
  {
    name: 'h2.simple.h2load',
    tools: [
      {
        name: 'volley',
        argv: (base, seconds) =>
          ours(seconds, '--protocol=h2', '--connections=10', '--pipelining=10', `--url=${base}/simple`),
      },
      { name: 'h2load', argv: (base, seconds) => ['h2load', '-t1', '-c10', '-m10', `-D${seconds}`, `${base}/simple`] },
    ],
  },
  {
    // wrk would resume the sessions of its own connections: the server lets nobody.
    name: 'handshakes.wrk_or_h2load',
    tools: [
      {
        name: 'volley',
        argv: (base, seconds) =>
          ours(seconds, '--requests-per-connection=1', '--tls-no-resume', '--connections=10', `--url=${base}/close`),
      },
      { name: 'wrk', argv: (base, seconds) => ['wrk', '-t1', '-c10', `-d${seconds}s`, `${base}/close`] },
    ],
  },
];

/**
 * nginx with one process on a CPU of its own, TLS 1.3 with AES-128-GCM and X25519, HTTP/2, and no sessions to resume. `requests` are those that it
 * has counted.
 *
 * @param {string} nginx @param {number} cpu
 */
export async function startSecure(nginx, cpu) {
  const { folder } = temporaryFolder('bench');
  const [port, statusPort] = [await freePort(), await freePort()];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${folder}/key.pem`];
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-out', `${folder}/cert.pem`];
  execFileSync('openssl', ['req', '-x509', ...key, ...subject], { stdio: 'ignore' });
  writeFileSync(path.join(folder, 'nginx.conf'), configuration(folder, port, statusPort));
  const { child } = spawnHeld(
    'taskset',
    [
      '-c',
      String(cpu),
      nginx,
      '-p',
      folder,
      '-c',
      path.join(folder, 'nginx.conf'),
      '-e',
      path.join(folder, 'error.log'),
    ],
    { stdio: 'ignore' },
  );
  const status = `http://127.0.0.1:${statusPort}/`;
  const requests = async () => {
    const text = await (await fetch(status)).text();
    return Number(text.match(/\n\s*\d+ \d+ (\d+)/)?.[1]);
  };
  for (const end = Date.now() + STARTS_WITHIN_MS; ; await sleep(50)) {
    const counted = await requests().catch(() => Number.NaN);
    if (!Number.isNaN(counted)) return { url: `https://127.0.0.1:${port}`, requests };
    if (child.exitCode !== null || Date.now() > end) throw new Error(`nginx does not answer ${status}`);
  }
}

/** @param {string} folder @param {number} port @param {number} statusPort */
function configuration(folder, port, statusPort) {
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`);
  return `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000000; ${kept.join(' ')}
  ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem; ssl_protocols TLSv1.3;
  ssl_conf_command Ciphersuites TLS_AES_128_GCM_SHA256; ssl_ecdh_curve X25519; ssl_session_tickets off; ssl_session_cache off;
  server {
    listen 127.0.0.1:${port} ssl http2 backlog=4096;
    location /simple { return 200 "hello, millions!"; }
    location /close { keepalive_timeout 0; return 200 "hello, millions!"; }
  }
  server { listen 127.0.0.1:${statusPort}; location / { stub_status; } }
}
`;
}
