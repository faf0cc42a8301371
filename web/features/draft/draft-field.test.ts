import { expect, test } from 'vitest';
import { draft, own, search } from '@/testing/drafts';
import { draftField } from './draft-field';
import type { RunDraft } from './run-draft';
import { newStep } from './step-draft';

test.each([
  ['spec.load.steps.1.connections', 'steps.1.connections'],
  ['/spec/load/steps/1/connections', 'steps.1.connections'],
  ['body.spec.load.steps[0].durationSeconds', 'steps.0.durationSeconds'],
  ['spec.load.steps.0.loop', 'loop'],
  ['spec.load.steps', 'steps'],
  ['spec.tuning.targetCpus', 'targetCpus'],
  ['spec.server.hostId', 'serverHostId'],
  ['spec.server.address', 'address'],
  ['spec.clients.0.hostId', 'clientHostIds'],
  ['spec.requests.1.path', 'requests.reference.1.path'],
  ['spec.requests.0.headers.2.name', 'requests.reference.0.headers'],
  ['spec.requests.0.body.text', 'requests.reference.0.bodyText'],
  ['spec.requests.0.expect.contains', 'requests.reference.0.contains'],
  ['spec.requests.0.expect', 'requests.reference.0.status'],
  ['spec.requests.0.method', 'requests.reference.0.method'],
  ['spec.variables.0.name', 'variables'],
  ['spec.load.tls.verify', 'transport.verify'],
  ['spec.load.protocol', 'transport.protocol'],
  ['spec.target.tls', 'target.tls'],
  ['spec.requests', 'requests.reference'],
  ['spec.target.workers', 'target.workers'],
  ['spec.target.port', 'target.port'],
  ['spec.target.kind', 'target.kind'],
  ['spec.load.search.most', 'search.mostConnections'],
  ['spec.load.search.ceiling.mostMs', 'search.mostMs'],
  ['spec.load.decompress', 'decompress'],
  ['spec.load.tool', 'tool'],
  ['spec.load.toolWorkers', 'toolWorkers'],
  ['name', 'name'],
  ['spec.unheardOf', null],
])('the path %s of a problem means the field %s', (path, field) => {
  expect(draftField(path, draft)).toBe(field);
});

test('a path means the field of the kind, loop and plan that were sent', () => {
  const listening = { ...draft, ...own('/') };
  expect(draftField('spec.target.port', listening)).toBe('target.listeningPort');
  expect(draftField('spec.requests.0.path', listening)).toBe('requests.own.0.path');
  const opened: RunDraft = { ...draft, loop: 'open' };
  expect(draftField('spec.load.steps.0.connections', opened)).toBe('steps.0.openConnections');
  expect(draftField('spec.load.search.most', opened)).toBe('search.mostRate');
  const searching: RunDraft = { ...draft, ...search({}) };
  expect(draftField('spec.load.steps.0.connections', searching)).toBe('search.first.connections');
});

test('a repetition with profiles is no row of its own: its faults are those of the row that it repeats', () => {
  const typed: RunDraft = {
    ...draft,
    steps: [newStep({ profiles: ['cpu'] }), newStep({ profiles: ['cpu'], profiledOnly: true }), newStep()],
  };
  const rows = [0, 1, 2, 3].map((index) => draftField(`spec.load.steps.${index}.durationSeconds`, typed));
  expect(rows).toEqual(['steps.0', 'steps.0', 'steps.1', 'steps.2'].map((row) => `${row}.durationSeconds`));
});
