#!/usr/bin/env node
// @ts-check
/** `npm start`: installs, builds and runs a whole instance on this machine. */
import { build } from './start/build.mjs';
import { checkDataFolder, checkGo, checkNode, checkPlatform, checkPort } from './start/checks.mjs';
import { exitWithSentence, Sentence } from './start/sentence.mjs';
import { readSettings, runningInstance } from './start/settings.mjs';

await exitWithSentence(async () => {
  checkPlatform();
  checkNode();
  const settings = readSettings(process.env);
  checkDataFolder(settings.data);
  const other = runningInstance(settings.data);
  if (other) throw new Sentence(`An instance already runs on ${settings.data}: ${other.url} (pid ${other.pid}).`);
  await checkPort(settings.port, settings.host);
  checkGo();

  const interrupted = new AbortController();
  const say = (line) => process.stdout.write(`${line}\n`);
  /** @type {import('./start/instance.mjs').Instance | null} */
  let instance = null;
  /** @type {Promise<void> | null} */
  let stopping = null;
  const stop = () => {
    stopping ??= (async () => {
      interrupted.abort();
      await instance?.stop();
      process.exit(0);
    })();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

  try {
    await build({ report: say, signal: interrupted.signal });
    if (interrupted.signal.aborted) return;
    const { Instance } = await import('./start/instance.mjs');
    instance = new Instance(settings, say);
    const link = await instance.start();
    say(`millionrps ready ${instance.url}`);
    say(link ? `sign in once with ${link}` : `sign in at ${instance.url}/sign-in`);
  } catch (error) {
    if (stopping) return await stopping;
    await instance?.stop();
    throw error;
  }
});
