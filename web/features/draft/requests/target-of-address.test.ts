import { expect, test } from 'vitest';
import { emptyDraft } from '@/features/draft/run-draft';
import { factsWith, hostWith, nic } from '@/testing/hosts';
import { besideChosen, targetOfAddress } from './target-of-address';

const shop = { name: 'shop', port: 9000, healthPath: '/', profiles: false, parameters: [] };
const lab = hostWith({
  ...{ id: 'a', name: 'lab-1' },
  facts: factsWith({
    nics: [nic('lo', ['127.0.0.1/8']), nic('eth0', ['10.0.0.1/24', 'fd00::1/64'])],
    targets: [shop],
    listeningPorts: [8080],
  }),
});
const other = hostWith({
  ...{ id: 'b', name: 'lab-2' },
  facts: factsWith({ nics: [nic('eth0', ['10.0.0.2/24'])], addresses: ['https://staging.example.org'] }),
});
const known = { hosts: [lab, other], labelOf: (id: string) => (id === 'a' ? 'lab-1' : 'lab-2') };
const found = (origin: string, over = {}) => targetOfAddress(origin, { ...emptyDraft('a'), ...over }, known);

test.each([
  ['http://127.0.0.1:8080', 'a', { kind: 'listening', listeningPort: '8080', tls: false }],
  ['http://localhost:9000', 'a', { kind: 'named', name: 'shop', tls: false }],
  ['https://10.0.0.1:9000', 'a', { kind: 'named', name: 'shop', tls: true }],
  ['http://[fd00::1]:8080', 'a', { kind: 'listening', listeningPort: '8080', tls: false }],
  ['http://lab-2', 'b', { kind: 'listening', listeningPort: '80', tls: false }],
  ['https://10.0.0.2', 'b', { kind: 'listening', listeningPort: '443', tls: true }],
  ['https://staging.example.org', null, { kind: 'external', origin: 'https://staging.example.org' }],
])('%s is on host %s', (origin, serverHostId, target) => {
  expect(found(origin)).toMatchObject({ serverHostId, target });
});

test('what a host does not allow yet is said', () => {
  expect(found('http://127.0.0.1:8080').note).toBe('Target: what listens on port 8080 of lab-1.');
  expect(found('http://127.0.0.1:8081').note).toContain('lab-1 does not allow that port yet');
  expect(found('https://staging.example.org').note).toContain('do not allow it yet');
  expect(found('https://staging.example.org', { clientHostIds: ['b'] }).note).toBe(
    'Target: https://staging.example.org, an address without an agent.',
  );
});

test.each([
  ['http://127.0.0.1:8080', {}, 'Same address as the target already chosen.'],
  ['http://10.0.0.1:8080', {}, 'Same address as the target already chosen.'],
  ['http://127.0.0.1:8081', {}, 'http://127.0.0.1:8081 is another address'],
  ['http://lab-2:8080', {}, 'http://lab-2:8080 is another address'],
  ['https://127.0.0.1:8080', {}, 'https://127.0.0.1:8080 is another address'],
  ['https://staging.example.org', { kind: 'external', origin: 'https://staging.example.org' }, 'Same address'],
])('beside a target that was chosen, %s is told for what it is', (origin, over, said) => {
  const draft = emptyDraft('a');
  const target = { ...draft.target, kind: 'listening' as const, listeningPort: '8080', tls: false, ...over };
  expect(besideChosen(origin, { ...draft, target } as typeof draft, known)).toContain(said);
});
