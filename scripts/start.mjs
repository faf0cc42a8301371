#!/usr/bin/env node
// @ts-check
/** `npm start`: installs, builds and runs a whole instance on this machine. */
import { build } from './start/build.mjs';
import { checkDataFolder, checkGo, checkNode, checkPlatform, checkPort } from './start/checks.mjs';
import { hold } from './start/ending.mjs';
import { runScript } from './start/run-script.mjs';
import { pathFault, Sentence } from './start/sentence.mjs';
import { readSettings, runningInstance } from './start/settings.mjs';

await runScript(async () => {
  checkPlatform();
  checkNode();
  const settings = readSettings(process.env);
  checkDataFolder(settings.data);
  const other = runningInstance(settings.data);
  if (other) throw new Sentence(`An instance already runs on ${settings.data}: ${other.url} (pid ${other.pid}).`);
  await checkPort(settings.port, settings.host);
  checkGo();

  // A signal is how it ends.
  process.exitCode = 0;
  const say = (line) => process.stdout.write(`${line}\n`);
  await build({ report: say });
  const { Instance } = await import('./start/instance.mjs');
  const instance = new Instance(settings, say);
  hold(() => instance.stop());
  const link = await instance.start().catch((error) => {
    throw pathFault(error, `mend it, or set MILLIONRPS_DATA to another folder`);
  });
  say(`millionrps ready ${instance.url}`);
  say(link ? `sign in once with ${link}` : `sign in at ${instance.url}/sign-in`);
  await new Promise(() => {});
});
