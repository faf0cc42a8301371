// @ts-check
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { COMMAND_LINE_PLATFORMS } from '../../../api/contract/limits.ts';
import { FACTS } from '../../../api/testing/fake-agent.ts';
import { RESTORED } from '../../../api/testing/fake-tuning.ts';
import { openQuietLab } from '../../../api/testing/scale/quiet-lab.ts';
import { seedCommits } from '../../../api/testing/scale/seed-commits.ts';
import { SimulatedFleet } from '../../bench/fleet/fleet.mjs';
import { Replicas, startDatabase } from '../../bench/fleet/replicas.mjs';
import { closedStep, specFor } from '../../lab/client.mjs';
import { hold } from '../../start/ending.mjs';

/**
 * What exists: `parameters` of paths and queries, the first rule that fits counts; `fields` of bodies.
 *
 * @typedef {{ of: RegExp, name: string, values: string[] }} Rule `of` is matched with method and path
 * @typedef {{ parameters: Rule[], fields: Record<string, any[]> }} Known
 *
 * @typedef {'stranger' | 'agent' | 'viewer' | 'operator' | 'admin'} Role
 * @typedef {object} World
 * @property {string} url
 * @property {string} logFile
 * @property {Known} known
 * @property {Record<Role, Record<string, string>>} headersOf
 * @property {(role: Role) => Promise<void>} prove what asks for a recent proof lets the role through for ten minutes
 * @property {any} document
 */

const NIGHTS = 24;
/** Of each kind of thing that may be ended: enough for the cases that succeed. */
const SPARES = 12;
const HOSTS = 3;
const COLUMNS = 50;
const PASSWORD = 'fuzzed, and long enough';
const PROOF = { password: PASSWORD, code: null };
const ENDS = /^DELETE |\/(end|revoke|disable|cancel|stop|start)$/;
const HOOK = { description: 'fuzzed', eventTypes: ['run.finished'], template: 'standard' };
/** A body that is what its name says. */
export const BYTES = 'fuzzed';
/** No name below it leads anywhere (RFC 6761). */
const NOWHERE = 'https://hooks.invalid/';

/** @param {string} folder @param {(line: string) => void} say @returns {Promise<World>} */
export async function makeWorld(folder, say) {
  const postgres = await startDatabase(folder);
  const seeded = await seed(postgres.url);
  const replicas = new Replicas({ folder, databaseUrl: postgres.apiUrl, env: environment(folder) });
  const { url, logFile } = await replicas.start();
  say(`the API answers at ${url}`);
  const fleet = new SimulatedFleet({ urls: [url], token: replicas.token, columns: COLUMNS });
  hold(() => fleet.stop());
  await fleet.join(HOSTS);
  const { client } = fleet;
  const things = await makeThings(fleet, seeded);
  const people = await makePeople(client);
  const agent = await joinByHand(client);
  const document = await (await fetch(`${url}/api/v1/openapi.json`)).json();
  const known = { parameters: parametersOf(things, people, agent), fields: fieldsOf(things, people, agent) };
  const headersOf = { stranger: {}, agent: agent.headers, ...people.headersOf };
  const prove = async (/** @type {Role} */ role) => {
    if (!(role in people.headersOf)) return;
    const headers = { ...headersOf[role], 'content-type': 'application/json' };
    const reply = await fetch(`${url}/api/v1/account/proof`, { method: 'POST', headers, body: JSON.stringify(PROOF) });
    if (!reply.ok) throw new Error(`the ${role} could not prove who they are: ${await reply.text()}`);
  };
  return { url, logFile, known, document, headersOf, prove };
}

/** @param {string} databaseUrl */
async function seed(databaseUrl) {
  const { lab, close } = await openQuietLab(databaseUrl);
  try {
    return await seedCommits(lab, NIGHTS);
  } finally {
    await close();
  }
}

/** Nothing but this machine can be reached, and no cloud is configured. Each case comes from an address of its own. @param {string} folder */
function environment(folder) {
  const programs = path.join(folder, 'programs');
  for (const platform of COMMAND_LINE_PLATFORMS) {
    mkdirSync(path.join(programs, platform), { recursive: true });
    for (const program of ['agent', 'server', 'millionrps'])
      writeFileSync(path.join(programs, platform, program), program);
  }
  return {
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, 'loopback-only.mjs'))}`,
    MILLIONRPS_PROGRAMS: programs,
    MILLIONRPS_TRUSTED_PROXIES: '127.0.0.1',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_CONFIG_FILE: '/dev/null',
  };
}

/** @param {SimulatedFleet} fleet @param {{ benchmarkId: string, alertId: string, commits: string[] }} seeded */
async function makeThings(fleet, seeded) {
  const { client, agents } = fleet;
  const [server, other] = agents;
  const spec = specFor(server?.hostId, {
    path: '/simple',
    steps: [closedStep(8, 1), closedStep(16, 1)],
    warmupSeconds: 0,
  });
  spec.clients = [{ hostId: other?.hostId }];
  const { id } = await client.createRun('fuzzed', spec);
  const run = await client.finish(id);
  if (run.state !== 'finished') throw new Error(`the run to fuzz ${run.state}: ${run.failure?.sentence}`);
  const journal = await client.call('POST', '/imports/journal');
  const imported = journal.runs.map((/** @type {any} */ one) => one.runId);
  const many = (/** @type {(at: number) => Promise<any>} */ make, count = SPARES) =>
    Promise.all(Array.from({ length: count }, (_, at) => make(at)));
  const annotation = { hostId: server?.hostId, fromUs: run.startedAtUs, toUs: null, text: 'fuzzed' };
  const experiment = {
    ...{ kind: 'comparison', question: 'Fuzzed?', hypothesis: '', baseline: { name: 'one', spec } },
    variants: [{ name: 'two', changes: [{ path: '/target/workers', value: 2 }] }],
    ...{ rounds: 3, extensionRounds: null, primary: { metric: 'requestsPerSecond', stepIndex: 0 } },
    ...{ marginPercent: 3, seed: null, start: false },
  };
  const design = { spec, reference: null, rounds: 4, primary: experiment.primary, marginPercent: 3 };
  const benchmark = await client.call('POST', '/benchmarks', { name: 'fuzzed', design });
  const hooks = await many((at) => client.call('POST', '/webhooks', { ...HOOK, url: NOWHERE + at }));
  const hookId = hooks[0].webhook.id;
  await client.call('POST', `/webhooks/${hookId}/test`);
  const { deliveries } = await client.call('GET', `/webhooks/${hookId}/deliveries`);
  const bisection = await client
    .call('POST', `/benchmarks/${seeded.benchmarkId}/bisections`, { alertId: seeded.alertId })
    .catch(() => null);
  return {
    seeded,
    run,
    imported,
    hosts: agents.map(({ hostId }) => hostId),
    annotations: await many((_at) => client.call('POST', `/runs/${id}/annotations`, annotation)),
    experiments: await many(() => client.call('POST', '/experiments', experiment)),
    benchmarks: [seeded.benchmarkId, benchmark.id],
    bisections: bisection ? [bisection.id] : [],
    hooks: hooks.map(({ webhook }) => webhook.id),
    deliveries: deliveries.map((/** @type {any} */ one) => one.id),
    shares: await many(() => client.call('POST', '/shares', { runIds: [id], title: 'fuzzed' })),
    ...(await makeJoinTokens(client, many)),
    views: await many((at) =>
      client.call('POST', '/run-views', { name: `fuzzed ${at}`, shared: true }).catch(() => null),
    ),
  };
}

async function makeJoinTokens(client, many) {
  await many(() => client.call('POST', '/join-tokens'));
  const { tokens } = await client.call('GET', '/join-tokens');
  const toJoinWith = await many(() => client.call('POST', '/join-tokens'), 2 * SPARES);
  return {
    joinTokenIds: tokens.map((/** @type {any} */ one) => one.id),
    joinTokens: toJoinWith.map((/** @type {any} */ one) => one.token),
  };
}

/** @param {import('../../lab/client.mjs').LabClient} client */
async function makePeople(client) {
  const invited = async (/** @type {string} */ email, /** @type {string} */ role) => {
    const { url } = await client.call('POST', '/invites', { email, role });
    return new URL(url).pathname.split('/').at(-1) ?? '';
  };
  const enter = async (/** @type {string} */ email, /** @type {string} */ role) => {
    const reply = await fetch(`${client.url}/api/v1/invites/accept`, {
      method: 'POST',
      headers: { origin: client.url, 'content-type': 'application/json' },
      body: JSON.stringify({ secret: await invited(email, role), name: `A fuzzed ${role}`, password: PASSWORD }),
    });
    if (!reply.ok) throw new Error(`an invite could not be accepted: ${await reply.text()}`);
    const cookie = reply.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const headers = { cookie, origin: client.url, 'x-page-key': reply.headers.get('x-page-key') ?? '' };
    return { userId: /** @type {any} */ (await reply.json()).userId, headers };
  };
  const roles = /** @type {const} */ (['viewer', 'operator', 'admin']);
  const entered = await Promise.all(roles.map((role) => enter(`${role}@example.org`, role)));
  const spares = await Promise.all(
    Array.from({ length: SPARES }, (_, at) => enter(`spare-${at}@example.org`, 'viewer')),
  );
  const secrets = await Promise.all(
    Array.from({ length: SPARES }, (_, at) => invited(`invited-${at}@example.org`, 'viewer')),
  );
  const { invites } = await client.call('GET', '/invites');
  return {
    userIds: spares.map(({ userId }) => userId),
    secrets,
    inviteIds: invites.filter((/** @type {any} */ one) => one.state === 'open').map((/** @type {any} */ one) => one.id),
    sessionIds: await sessionsOf(
      client,
      entered.map(({ headers }, at) => ({ headers, email: `${roles[at]}@example.org` })),
    ),
    headersOf: /** @type {Record<'viewer' | 'operator' | 'admin', Record<string, string>>} */ (
      Object.fromEntries(roles.map((role, at) => [role, entered[at]?.headers]))
    ),
  };
}

/** Sessions beside those by which the roles are known. */
async function sessionsOf(client, people) {
  const ids = [];
  for (const [at, { email, headers }] of people.entries()) {
    for (let nth = 0; nth < SPARES / 3; nth++)
      await fetch(`${client.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { origin: client.url, 'content-type': 'application/json', 'x-forwarded-for': `10.255.${at}.${nth}` },
        body: JSON.stringify({ email, password: PASSWORD }),
      });
    const { sessions } = /** @type {any} */ (
      await (await fetch(`${client.url}/api/v1/account/sessions`, { headers })).json()
    );
    ids.push(...sessions.filter(({ current }) => !current).map(({ id }) => id));
  }
  return ids;
}

/** An agent that nobody runs: what it says is made up. @param {import('../../lab/client.mjs').LabClient} client */
async function joinByHand(client) {
  const { token: joinToken } = await client.call('POST', '/join-tokens');
  const incarnationId = randomUUID();
  const facts = { ...FACTS, hostName: 'fuzzed', bootId: randomUUID() };
  const joined = await client.call('POST', '/agent/join', {
    ...{ joinToken, incarnationId, name: 'fuzzed', agentVersion: '0.1.0', facts },
  });
  const headers = { authorization: `Bearer ${joined.credential}` };
  const hello = { incarnationId, startedAtUs: Date.now() * 1000, agentVersion: '0.1.0', facts, restore: RESTORED };
  await client.call('POST', '/agent/hello', hello, headers);
  return { incarnationId, headers, hostId: joined.hostId };
}

/** @returns {Rule[]} */
function parametersOf(things, people, agent) {
  const { run, imported, hosts, annotations, experiments, shares } = things;
  const rule = (/** @type {string} */ name, /** @type {string[]} */ values, of = /./) => ({ of, name, values });
  const [kept, ...spare] = experiments.map(({ id }) => id);
  const named = (/** @type {string} */ bytes) => createHash('sha256').update(bytes).digest('hex');
  return [
    rule('runId', imported.slice(2), ENDS),
    rule('runId', [run.id], /annotations|hosts|artifacts|profiles/),
    rule('runId', [run.id, ...imported.slice(0, 2)]),
    rule(
      'annotationId',
      annotations.map(({ id }) => id),
    ),
    rule(
      'artifactId',
      run.artifacts.map((/** @type {any} */ one) => one.id),
    ),
    rule('hostId', [agent.hostId], /^DELETE /),
    rule('hostId', hosts.slice(0, 2), /cpu-map/),
    rule('hostId', hosts),
    rule('experimentId', spare, ENDS),
    rule('experimentId', [kept ?? '', ...spare.slice(0, 1)]),
    rule('benchmarkId', things.benchmarks),
    rule('alertId', [things.seeded.alertId]),
    rule('bisectionId', things.bisections),
    rule(
      'shareId',
      shares.slice(2).map(({ id }) => id),
    ),
    rule(
      'token',
      shares.slice(0, 2).map(({ url }) => url.split('/').at(-1)),
      /shared/,
    ),
    rule('tokenId', things.joinTokenIds, /join-tokens/),
    rule('userId', people.userIds),
    rule('sessionId', people.sessionIds),
    rule('inviteId', people.inviteIds),
    rule('secret', people.secrets),
    rule('webhookId', things.hooks.slice(2), ENDS),
    rule('webhookId', things.hooks.slice(0, 1)),
    rule('deliveryId', things.deliveries),
    rule(
      'viewId',
      things.views.filter(Boolean).map((/** @type {any} */ one) => one.id),
    ),
    rule('sha256', [named(BYTES), named('')]),
    rule('runs', [[run.id, imported[0]].join(',')]),
    rule('baseline', [run.id]),
  ].filter(({ values }) => values.length > 0);
}

function fieldsOf(things, people, agent) {
  const { run, imported, hosts, joinTokens, seeded } = things;
  return {
    hostId: hosts,
    runId: [run.id, ...imported.slice(0, 2)],
    runIds: [run.id, ...imported.slice(0, 2)],
    baselineRunId: [run.id],
    basedOnRunId: [run.id],
    baselineHostId: hosts,
    alertId: [seeded.alertId],
    good: [seeded.commits[10]],
    bad: [seeded.commits[60]],
    secret: people.secrets,
    currentPassword: [PASSWORD],
    incarnationId: [agent.incarnationId],
    joinToken: joinTokens,
    // An open poll is kept for as long as is asked.
    waitMs: [0, 1],
  };
}
