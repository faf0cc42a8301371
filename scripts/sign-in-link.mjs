#!/usr/bin/env node
// @ts-check
/** `npm run sign-in-link`: a fresh one-time link to the running instance, or with `--url` to one that runs elsewhere. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exitWithSentence, Sentence } from './start/sentence.mjs';
import { adminTokenFile, readSettings, runningInstance } from './start/settings.mjs';

await exitWithSentence(async () => {
  const { values } = parseArgs({ options: { url: { type: 'string' } } });
  const { url, token } = values.url ? elsewhere(values.url) : here();
  const reply = await fetch(`${url}/api/v1/sign-in-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  }).catch((error) => {
    throw new Sentence(`${url} does not answer (${error.cause?.code ?? error.message}).`);
  });
  if (reply.status === 409) throw new Sentence((await reply.json()).detail);
  if (!reply.ok)
    throw new Sentence(
      `The instance refused (${reply.status}); is MILLIONRPS_ADMIN_TOKEN the one it was started with?`,
    );
  process.stdout.write(`${(await reply.json()).url}\n`);
});

function here() {
  const { data } = readSettings(process.env);
  const instance = runningInstance(data);
  if (!instance) throw new Sentence(`No instance runs on ${data}; start one with \`npm start\`.`);
  const token = process.env.MILLIONRPS_ADMIN_TOKEN || readFileSync(adminTokenFile(data), 'utf8').trim();
  return { url: instance.callUrl, token };
}

function elsewhere(url) {
  const token = process.env.MILLIONRPS_ADMIN_TOKEN;
  if (!token) throw new Sentence('Set MILLIONRPS_ADMIN_TOKEN to the token that the instance was started with.');
  return { url: url.replace(/\/+$/, ''), token };
}
