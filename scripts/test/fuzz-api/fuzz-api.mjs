// @ts-check
import { readFileSync } from 'node:fs';
import { temporaryFolder } from '../../start/ending.mjs';
import { ensurePythonPackage } from '../python-packages.mjs';
import { largestBodies } from './largest.mjs';
import { overlay } from './overlay.mjs';
import { isOpen, isOwn, isSpared, mayCall, ROLES } from './roles.mjs';
import { fuzzPass } from './schemathesis.mjs';
import { makeWorld } from './world.mjs';

/**
 * @typedef {import('./world.mjs').Role} Role
 * @typedef {import('./schemathesis.mjs').Answer} Answer
 * @typedef {{ cases: number, serverErrors: number, violations: number, largestMs: number[], faults: string[] }} Fuzzed faults: a sentence for each operation or kind that is wrong
 */

/** Below that, what a role may do was hardly reached; most cases are wrong on purpose. */
const SUCCEEDED_LEAST = 0.03;
/** Above that, its credential ended on the way, or what it had proved was too long ago. */
const TURNED_AWAY_MOST = 0.05;
const TIMEOUT_MS = 30_000;
/** A long pass outlives a proof, which is good for ten minutes. */
const PROVED_AGAIN_MS = 5 * 60_000;

/**
 * Asks a whole API, which has a database of its own and reaches nothing but loopback, as every role.
 *
 * @param {{ shortest: boolean, examples: number, seed: number }} options `shortest`: each operation as the least role that may call it
 * @param {(line: string) => void} say
 * @returns {Promise<Fuzzed>}
 */
export async function fuzzApi({ shortest, examples, seed }, say) {
  ensurePythonPackage('schemathesis', say);
  const { folder } = temporaryFolder('fuzz');
  const world = await makeWorld(folder, say);
  const document = overlay(world.document, world.known);
  const all = /** @type {Fuzzed} */ ({ cases: 0, serverErrors: 0, violations: 0, largestMs: [], faults: [] });
  for (const role of ROLES) {
    const own = shortest ? isOwn : mayCall;
    const pass = { url: world.url, document, headers: world.headersOf[role], examples, seed };
    await world.prove(role);
    const again = setInterval(() => world.prove(role).catch(({ message }) => say(message)), PROVED_AGAIN_MS);
    const allowed = await fuzzPass(folder, {
      ...pass,
      name: role,
      wanted: (operation) => own(role, operation['x-access']) && !isSpared(role, operation),
      phases: shortest ? ['examples', 'fuzzing'] : ['examples', 'coverage', 'fuzzing', 'stateful'],
    }).finally(() => clearInterval(again));
    const passes = [allowed];
    // Every other one refuses it; the table of roles is tested elsewhere, with each kind of credential.
    if (!shortest)
      passes.push(
        await fuzzPass(folder, {
          ...pass,
          name: `${role}-refused`,
          wanted: (operation) => !mayCall(role, operation['x-access']) && !isSpared(role, operation),
          phases: ['fuzzing'],
          examples: 3,
        }),
      );
    all.faults.push(...thin(role, allowed.answers, accessOf(document), say));
    for (const { answers, violations, kinds, output } of passes) {
      if (violations > 0) say(output);
      all.cases += answers.length;
      all.violations += violations;
      all.faults.push(...kinds.map((kind) => `As ${role}, answers break the document: ${kind}.`));
      const errors = tell(role, answers, say);
      all.serverErrors += errors.length;
      const failed = [...new Set(errors.map(({ operation, status }) => `${operation} was answered ${status}`))];
      all.faults.push(...failed.map((what) => `As ${role}, ${what}.`));
    }
  }
  for (const { ms, status, what } of await sendLargest(world, document, shortest)) {
    all.cases += 1;
    all.largestMs.push(ms);
    if (ms > 1_000) say(`${what} took ${Math.round(ms)} ms`);
    if (status < 500) continue;
    all.serverErrors += 1;
    all.faults.push(`${what} was answered ${status}.`);
  }
  if (all.serverErrors > 0) say(readFileSync(world.logFile, 'utf8').slice(-20_000));
  return all;
}

/** Counts answers by class of status. @returns {Answer[]} errors of the server */
function tell(/** @type {Role} */ role, /** @type {Answer[]} */ answers, /** @type {(line: string) => void} */ say) {
  const classes = new Map();
  for (const { status } of answers) classes.set(status, (classes.get(status) ?? 0) + 1);
  const shares = [...classes].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  say(`${role}: ${answers.length} cases, ${shares.join(', ')}`);
  const errors = answers.filter(({ status }) => status >= 500);
  return errors;
}

/** What each operation asks of its caller, by method and path. @returns {Map<string, string>} */
const accessOf = (document) =>
  new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, it]) => [`${method.toUpperCase()} ${path}`, it['x-access']]),
    ),
  );

/**
 * Why what a role may do was hardly tried; and which operations never succeeded, for whoever reads on.
 *
 * @param {Role} role
 * @param {Answer[]} answers
 * @param {Map<string, string>} accesses
 * @param {(line: string) => void} say
 */
function thin(role, answers, accesses, say) {
  const shareOf = (/** @type {Answer[]} */ some, /** @type {(status: number) => boolean} */ holds) =>
    some.filter(({ status }) => holds(status)).length / Math.max(1, some.length);
  const succeeded = new Set(answers.filter(({ status }) => status < 400).map(({ operation }) => operation));
  const never = [...new Set(answers.map(({ operation }) => operation))].filter((one) => !succeeded.has(one));
  if (never.length > 0) say(`${role}: without one success: ${never.join(', ')}`);
  const good = shareOf(answers, (status) => status < 400);
  // Where no credential is asked for, a 401 is of what was typed: a wrong password, a wrong code.
  const known = answers.filter(({ operation }) => !isOpen(accesses.get(operation)));
  const [unknown, unproven] = [401, 403].map((refused) => shareOf(known, (status) => status === refused));
  return [
    good < SUCCEEDED_LEAST &&
      `Of the cases as ${role}, ${percent(good)} succeeded, and ${percent(SUCCEEDED_LEAST)} have to.`,
    unknown > TURNED_AWAY_MOST &&
      `Of the cases as ${role}, ${percent(unknown)} were answered 401: its credential ended.`,
    unproven > TURNED_AWAY_MOST &&
      `Of the cases as ${role}, ${percent(unproven)} were answered 403 though it may: its proof ended.`,
  ].filter((sentence) => typeof sentence === 'string');
}

const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(1)} %`;

/** One after the other, as the role that may do it. */
async function sendLargest({ url, headersOf }, document, shortest) {
  const answers = [];
  for (const { operation, method, path, shape, body } of largestBodies(document)) {
    if (shortest && shape === 'wide') continue;
    const role = ROLES.find((one) => isOwn(one, operation['x-access'])) ?? 'stranger';
    const address = path.replace(/\{\w+\}/g, '01900000-0000-7000-8000-00000000dead');
    const startedMs = performance.now();
    const reply = await fetch(url + address, {
      method,
      headers: { ...headersOf[role], 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await reply.arrayBuffer();
    const ms = performance.now() - startedMs;
    answers.push({ ms, status: reply.status, what: `${method} ${path} with the largest body (${shape})` });
  }
  return answers;
}
