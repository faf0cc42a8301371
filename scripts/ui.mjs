#!/usr/bin/env node
// @ts-check
/** `npm run ui`: the page of all parts of the design system, made anew as they are edited. The built product has no such page. */
import { once } from 'node:events';
import path from 'node:path';
import { build } from './start/build.mjs';
import { checkPort } from './start/checks.mjs';
import { spawnHeld } from './start/ending.mjs';
import { runScript } from './start/run-script.mjs';
import { readSettings, root } from './start/settings.mjs';

const next = path.join(root, 'node_modules/next/dist/bin/next');

await runScript(async () => {
  const { port, host } = readSettings(process.env);
  await build({ report: (line) => console.error(line), web: false, go: false });
  await checkPort(port, host);
  const { child } = spawnHeld(process.execPath, [next, 'dev', '--port', String(port), '--hostname', host], {
    cwd: path.join(root, 'web'),
    env: { ...process.env, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stderr.write(text);
    if (text.includes('Ready in')) console.log(`parts ready http://${host}:${port}/dev/ui`);
  });
  const [status] = await once(child, 'exit');
  process.exitCode = status ?? 1;
});
