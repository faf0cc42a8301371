import { expect, test } from 'vitest';
import { curlOf, joinCommand, shellLine } from './command-text';
import { safeNext, signInPath } from './next-path';
import { draftField, emptyDraft, readDraft, restoreDraft } from './run-draft';
import { signInErrorSentence } from './sign-in-error';

const draft = { ...emptyDraft(), hostId: '01939a2c-7c00-7000-8000-000000000001' };

test('an untouched draft with a host is a run that can be sent', () => {
  const { run, errors } = readDraft(draft, null);
  expect(errors).toEqual({});
  expect(run.spec.clients).toEqual([{ hostId: draft.hostId }]);
  expect(run.spec.target.workers).toBeNull();
  expect(run.name).toBe('/simple fiber, 10–50 connections');
});

test.each([
  ['workers', { workers: '0' }],
  ['port', { port: '70000' }],
  ['targetCpus', { targetCpus: '0-' }],
  ['warmupSeconds', { warmupSeconds: '' }],
  ['pauseSeconds', { pauseSeconds: '1.5' }],
  ['hostId', { hostId: '' }],
  ['name', { name: 'x'.repeat(121) }],
  ['steps.0.connections', { steps: [{ connections: '0', pipelining: '1', durationSeconds: '5' }] }],
])('%s that cannot be read is named', (field, change) => {
  expect(Object.keys(readDraft({ ...draft, ...change }, null).errors)).toEqual([field]);
});

test('numbers may be typed as they are shown: 10,000', () => {
  const steps = [{ connections: '10,000', pipelining: '1', durationSeconds: '5' }];
  expect(readDraft({ ...draft, steps }, null).run.spec.load.steps[0]?.connections).toBe(10_000);
});

test.each([
  ['spec.load.steps.1.connections', 'steps.1.connections'],
  ['/spec/load/steps/1/connections', 'steps.1.connections'],
  ['body.spec.load.steps[0].durationSeconds', 'steps.0.durationSeconds'],
  ['spec.tuning.targetCpus', 'targetCpus'],
  ['spec.server.hostId', 'hostId'],
  ['spec.load.toolWorkers', 'toolWorkers'],
  ['name', 'name'],
  ['spec.unheardOf', null],
])('the path %s of a problem means the field %s', (path, field) => {
  expect(draftField(path)).toBe(field);
});

test('a stored draft that is broken is dropped', () => {
  expect([restoreDraft(null), restoreDraft('{'), restoreDraft('{"steps":[]}')]).toEqual([null, null, null]);
  expect(restoreDraft(JSON.stringify(draft))).toEqual(draft);
});

test('commands read back to the same arguments', () => {
  expect(shellLine(['autocannon', '--header', "it's: a b", '-c', '10'])).toBe(
    "autocannon --header 'it'\\''s: a b' -c 10",
  );
  expect(joinCommand('http://10.0.0.1:3000', 't0k')).toBe(
    './agent run --url http://10.0.0.1:3000 --join-token t0k --data /var/lib/millionrps-agent',
  );
  expect(curlOf('http://127.0.0.1:3000', readDraft(draft, null).run)).toContain(
    'POST http://127.0.0.1:3000/api/v1/runs',
  );
});

test('the way back after signing in stays on this site', () => {
  expect(
    ['/hosts?x=1', '//evil.example', '/\\evil.example', 'https://evil.example', null, '/sign-in?next=/'].map(safeNext),
  ).toEqual(['/hosts?x=1', '/', '/', '/', '/', '/']);
  expect(signInPath('/runs/new')).toBe('/sign-in?next=%2Fruns%2Fnew');
});

test('a refused sign-in link gets a sentence, known or not', () => {
  expect(signInErrorSentence(null)).toBeNull();
  expect(signInErrorSentence('EXPIRED_TOKEN')).toContain('expired');
  expect(signInErrorSentence('anything')).toContain('did not work');
});
