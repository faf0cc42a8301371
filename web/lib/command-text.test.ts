import { expect, test } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { emptyDraft } from '@/features/draft/run-draft';
import { NOBODY } from '@/testing/hosts';
import { cliOf, curlOf, experimentCliOf, joinCommand } from './command-text';

test('the command that enrols a host carries its token in the environment', () => {
  expect(joinCommand('http://10.0.0.1:3000', 't0k')).toBe(
    'MILLIONRPS_JOIN_TOKEN=t0k ./agent run --url http://10.0.0.1:3000 --insecure-http --data ~/.millionrps-agent --name "$(uname -n)"',
  );
});

test('a curl command carries the run, and its token by the name of a variable only', () => {
  const { spec } = readDraft(emptyDraft('host'), NOBODY);
  const command = curlOf('http://127.0.0.1:3000', { name: "it's", spec });
  expect(command).toContain('POST http://127.0.0.1:3000/api/v1/runs');
  expect(command).toContain('"authorization: Bearer $MILLIONRPS_TOKEN"');
  expect(command).toContain("it'\\''s");
});

test('a command of the command line carries the same run, with hosts by name and no variables', () => {
  const { spec } = readDraft(emptyDraft('host'), NOBODY);
  const run = { name: `it's \${x}`, spec };
  const command = cliOf('http://127.0.0.1:3000', run, (id) => (id === 'host' ? 'web-1' : null));
  const [first, ...rest] = command.split('\n');
  expect(first).toBe("millionrps run --url http://127.0.0.1:3000 - <<'END'");
  expect(rest.pop()).toBe('END');
  const read = JSON.parse(rest.join('\n'));
  expect(read.name).toBe(`it's $\${x}`);
  expect(read.spec.server).toEqual({ host: 'web-1', address: null });
  expect(read.spec.clients).toEqual([{ host: 'web-1' }]);
  expect(read.spec.load).toEqual(spec.load);
  const byId = cliOf('http://127.0.0.1:3000', run, () => null);
  expect(byId).toContain('"hostId": "host"');
});

test('a command of the command line carries an experiment that begins at once', () => {
  const { spec } = readDraft(emptyDraft('host'), NOBODY);
  const command = experimentCliOf(
    'http://127.0.0.1:3000',
    {
      ...{ kind: 'comparison', question: `Is \${x} faster?`, hypothesis: '', baseline: { name: 'one', spec } },
      variants: [{ name: 'two', changes: [{ path: '/target/workers', value: 2 }] }],
      ...{ rounds: 6, extensionRounds: null, primary: { metric: 'requestsPerSecond', stepIndex: 0 } },
      ...{ marginPercent: 2, seed: 7 },
    },
    (id) => (id === 'host' ? 'web-1' : null),
  );
  const [first, ...rest] = command.split('\n');
  expect(first).toBe("millionrps experiment --url http://127.0.0.1:3000 - <<'END'");
  const read = JSON.parse(rest.slice(0, -1).join('\n'));
  expect(read.question).toBe('Is $${x} faster?');
  expect(read.baseline).toMatchObject({ name: 'one', spec: { server: { host: 'web-1' }, load: spec.load } });
  expect(read.variants).toEqual([{ name: 'two', changes: [{ path: '/target/workers', value: 2 }] }]);
  expect(read.start).toBe(true);
});
