#!/usr/bin/env node
// @ts-check
/** `npm run sign-in-link`: a fresh one-time link to the running instance. */
import { readFileSync } from 'node:fs';
import { exitWithSentence, Sentence } from './start/sentence.mjs';
import { adminTokenFile, readSettings, runningInstance } from './start/settings.mjs';

await exitWithSentence(async () => {
  const { data } = readSettings(process.env);
  const instance = runningInstance(data);
  if (!instance) throw new Sentence(`No instance runs on ${data}; start one with \`npm start\`.`);
  const token = process.env.MILLIONRPS_ADMIN_TOKEN || readFileSync(adminTokenFile(data), 'utf8').trim();
  const reply = await fetch(`${instance.url}/api/v1/sign-in-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  if (!reply.ok)
    throw new Sentence(
      `The instance refused (${reply.status}); is MILLIONRPS_ADMIN_TOKEN the one it was started with?`,
    );
  process.stdout.write(`${(await reply.json()).url}\n`);
});
