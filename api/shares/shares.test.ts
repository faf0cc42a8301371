import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '../contract/run.ts';
import { type OpenedShare, SHARE_DOCUMENT_VERSION, type Share } from '../contract/share.ts';
import { FakeAgent, nic, person, request, specFor } from '../testing/fake-agent.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab, 'lab-1', { nics: [nic('eth0', ['192.0.2.7/24'])] });
});
afterEach(() => lab.close());

async function finishedRun(name: string, prefork = false): Promise<string> {
  const spec = specFor(agent.hostId);
  const body = { name, spec: { ...spec, target: { ...spec.target, prefork } } };
  const { body: run } = await person(lab)<Run>('POST', '/runs', body);
  await agent.obeyUntil(null, lab, run.id);
  return run.id;
}

const share = async (body: unknown) => person(lab)<Share & { detail: string }>('POST', '/shares', body);
const tokenOf = ({ url }: { url: string }) => url.slice(url.lastIndexOf('/') + 1);
const open = (url: string, query = '') =>
  request<OpenedShare & { code: string; detail: string }>(lab.url, 'GET', `/api/v1/shared/${tokenOf({ url })}${query}`);

/** What a client accepts, and what is sent. */
const ENCODINGS = [
  ['identity', null],
  ['gzip;q=0', null],
  ['gzip;q=0, *', null],
  ['*;q=0', null],
  ['identity;q=1, gzip;q=0.5', null],
  ['br, GZIP;q=0.8', 'gzip'],
  ['deflate, gzip, br, zstd', 'gzip'],
] as const;

describe('a share of a run', () => {
  it('opens without signing in, as the run was, without addresses, and its bytes have the hash that it names', async () => {
    const id = await finishedRun('before');
    const { body: made, status } = await share({ runIds: [id] });
    expect([status, made.kind, made.title, made.status, made.opens]).toEqual([201, 'run', 'before', 'open', 0]);
    expect(tokenOf(made)).toMatch(/^share_[\w-]{43}$/);
    const opened = await open(made.url);
    expect(opened.status).toBe(200);
    expect(opened.headers.get('cache-control')).toBe('private, no-cache');
    const { document } = opened.body;
    expect(document).toMatchObject({
      type: 'run',
      documentVersion: SHARE_DOCUMENT_VERSION,
      productVersion: '0.0.0-test',
      run: { id },
    });
    expect(JSON.stringify(document)).not.toContain('192.0.2.7');
    const bytes = Buffer.from(await (await fetch(`${lab.url}/api/v1/shared/${tokenOf(made)}/document`)).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(opened.body.documentSha256);
    expect(JSON.parse(bytes.toString())).toEqual(document);
  });

  it('is not sent again to whoever has it, until it is closed', async () => {
    const { body: made } = await share({ runIds: [await finishedRun('before')] });
    const url = `${lab.url}/api/v1/shared/${tokenOf(made)}`;
    const first = await fetch(url);
    expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    expect(await plain.json()).toEqual(await first.json());
    for (const [accepted, sent] of ENCODINGS) {
      const answer = await fetch(url, { headers: { 'accept-encoding': accepted } });
      expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, sent]);
    }
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(url, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await person(lab)('POST', `/shares/${made.id}/revoke`);
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(410);
  });

  it('stays as it was when the run is renamed, and survives its deletion', async () => {
    const id = await finishedRun('before');
    const { body: made } = await share({ runIds: [id] });
    await lab.lab.database.client.run.update({ where: { id }, data: { name: 'after', deletedAtUs: 1 } });
    const { body } = await open(made.url);
    expect(body.document).toMatchObject({ run: { name: 'before' } });
  });

  it('is gone once it is revoked, is listed as such, and cannot be opened by guessing', async () => {
    const id = await finishedRun('before');
    const { body: made } = await share({ runIds: [id], title: 'for you' });
    await open(made.url);
    await open(made.url, '?preview=1');
    expect((await person(lab)<Share>('POST', `/shares/${made.id}/revoke`)).body.status).toBe('revoked');
    const gone = await open(made.url);
    expect([gone.status, gone.body.code]).toEqual([410, 'share-gone']);
    expect(gone.body.detail).toBe('This link was taken back; ask whoever sent it for a new one.');
    expect((await request(lab.url, 'GET', `/api/v1/shared/${tokenOf(made)}/document`)).status).toBe(410);
    const { body: list } = await person(lab)<{ shares: Share[] }>('GET', `/shares?runId=${id}`);
    expect(list.shares.map(({ title, status, opens }) => [title, status, opens])).toEqual([['for you', 'revoked', 1]]);
    const { body: none } = await person(lab)<{ shares: Share[] }>('GET', `/shares?runId=${randomUUID()}`);
    expect(none.shares).toEqual([]);
    expect((await open('share_made-up')).status).toBe(404);
    expect((await person(lab)('POST', `/shares/${randomUUID()}/revoke`)).status).toBe(404);
  });

  it('expires when it was told to', async () => {
    const { body: made } = await share({ runIds: [await finishedRun('before')], expiresInDays: 2 });
    lab.skipMs(47 * 3600 * 1000);
    expect((await open(made.url)).status).toBe(200);
    lab.skipMs(2 * 3600 * 1000);
    const gone = await open(made.url);
    expect([gone.status, gone.body.detail]).toEqual([410, 'This link has expired; ask whoever sent it for a new one.']);
  });

  it('is refused for a run that is still under way', async () => {
    const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'going', spec: specFor(agent.hostId) });
    const refused = await share({ runIds: [run.id] });
    expect([refused.status, refused.body.detail]).toEqual([409, 'going is still preparing; share it once it is over.']);
  });
});

describe('a share of a comparison', () => {
  it('holds both runs, what differs, and the series of each', async () => {
    const [off, on] = [await finishedRun('prefork off'), await finishedRun('prefork on', true)];
    const { body: made } = await share({ runIds: [off, on], baselineRunId: off });
    expect([made.kind, made.title]).toEqual(['comparison', 'prefork on against prefork off']);
    const { document } = (await open(made.url)).body;
    if (document.type !== 'comparison') throw new Error(`opened as ${document.type}`);
    expect(document.comparison.runs.map((run) => run.id)).toEqual([off, on]);
    expect(document.series.length).toBe(2);
    const differing = document.comparison.settings.filter((setting) => !setting.same).map(({ path }) => path);
    expect(differing).toContain('spec.target.prefork');
  });
});
