#!/usr/bin/env node
// @ts-check
/**
 * Builds every image of docker-compose.yml without Docker, starts each as a container, and runs one benchmark through
 * them: `node scripts/images.mjs`, as root on x86-64 Debian. What it tells is what docs/docker.md says was seen.
 * Base images are made here once and kept, the built ones too, in /var/tmp/millionrps-images.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { ensureBases } from './images/bases.mjs';
import { ensureBuilder, makeImages } from './images/builder.mjs';
import { command, commandAtTheEnd } from './images/command.mjs';
import { readComposition } from './images/composition.mjs';
import { hold, spawnHeld } from './start/ending.mjs';
import { runScript } from './start/run-script.mjs';
import { Sentence } from './start/sentence.mjs';
import { root } from './start/settings.mjs';

const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

await runScript(async () => {
  if (process.getuid?.() !== 0)
    throw new Sentence('Only root can make images without Docker. Start this script as root.');
  ensureBuilder(say);
  const secrets = ['POSTGRES_PASSWORD', 'MILLIONRPS_SECRET', 'MILLIONRPS_ADMIN_TOKEN', 'MILLIONRPS_JOIN_TOKEN'];
  const composition = readComposition(
    Object.fromEntries(secrets.map((name) => [name, randomBytes(32).toString('hex')])),
  );
  await ensureBases(say);
  await makeImages(composition, say);

  // Containers of this builder are on the network of whoever starts them: one without a way out.
  const namespace = `mrps-images-${process.pid}`;
  await command('ip', ['netns', 'add', namespace]);
  hold(() => commandAtTheEnd('ip', ['netns', 'delete', namespace]));
  await command('ip', ['-n', namespace, 'link', 'set', 'lo', 'up']);
  const { child } = spawnHeld(
    'ip',
    ['netns', 'exec', namespace, process.execPath, path.join(root, 'scripts/images/try-composition.mjs')],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  child.stdin.end(JSON.stringify(composition));
  process.exitCode = await new Promise((resolve) => child.once('exit', (status) => resolve(status ?? 1)));
});
