import { expect, test } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { newRequest } from '@/features/draft/requests/request-draft';
import { emptyDraft, type RunDraft } from '@/features/draft/run-draft';
import { hostAmong } from '@/features/draft/run-facts';
import { emptyTarget } from '@/features/draft/target-draft';
import { factsWith, hostWith, NOBODY, toolWith } from '@/testing/hosts';
import { readBaseline, readVariant, singleFactors } from './read-variant';
import { changesBetween, pointersOf } from './spec-pointer';
import { textAt } from './variant-edits';
import { variantSettings } from './variant-settings';

const facts = factsWith({ tools: [toolWith('volley'), toolWith('wrk')] });
const lab = hostWith({ facts });
const places = { hostOf: hostAmong([lab]), labelOf: () => 'lab-1' };
const { spec } = readDraft(emptyDraft(lab.id), places.hostOf);
const baseline = readBaseline(spec, places);
const edit = (field: string, text: string) => ({ field, text });
const read = (...edits: { field: string; text: string }[]) => readVariant(baseline, edits);

test.each<[string, string, unknown[], string, string]>([
  ['target.prefork', 'true', [{ path: '/target/prefork', value: true }], 'target', 'prefork'],
  ['target.workers', '2', [{ path: '/target/workers', value: 2 }], 'target', '2 workers'],
  ['targetCpus', '0-1', [{ path: '/tuning/targetCpus', value: '0-1' }], 'tuning', 'target on 0-1'],
  ['tool', 'wrk', [{ path: '/load/tool', value: 'wrk' }], 'load', 'wrk'],
  ['requests.reference.0.path', '/compute', [{ path: '/requests/0/path', value: '/compute' }], 'target', '/compute'],
  ['steps.1.connections', '80', [{ path: '/load/steps/1/connections', value: 80 }], 'load', '10/80 connections × 5 s'],
  ['/samplesPerSecond', '2', [{ path: '/samplesPerSecond', value: 2 }], 'software', '2 samples a second'],
])('%s as %s is one change, with its group and a name', (field, text, changes, group, name) => {
  expect(read(edit(field, text))).toEqual({
    changes,
    words: [expect.objectContaining({ short: name })],
    groups: [group],
    faults: [undefined],
    fault: null,
    ownName: name,
  });
});

test('a host that was left as it is gets its whole tuning, with the one setting', () => {
  const { changes, faults } = read(edit('tuning.server.packetSteering.cpus', '0-3'));
  expect(faults).toEqual([undefined]);
  expect(changes).toMatchObject([
    { path: '/tuning/server', value: { packetSteering: { cpus: '0-3' }, mtuBytes: null } },
  ]);
});

test('kernel parameters and services are settings like others', () => {
  const { changes, faults } = read(
    edit('tuning.server.sysctls/net.core.somaxconn', '4096'),
    edit('tuning.server.stopServices', 'irqbalance, cron'),
  );
  expect(faults).toEqual([undefined, undefined]);
  expect(changes).toMatchObject([
    {
      value: { sysctls: [{ name: 'net.core.somaxconn', value: '4096' }], stopServices: ['irqbalance', 'cron'] },
    },
  ]);
  expect(read(edit('tuning.server.sysctls/net.core.somaxconn', 'much')).faults[0]).toMatch(/1 to|number/i);
  expect(read(edit('tuning.server.stopServices', 'nginx')).faults[0]).toContain('irqbalance');
});

test.each([
  ['target.workers', '-1', /whole number/],
  ['target.workers', '', /what the baseline has/],
  ['target.prefork', 'false', /what the baseline has/],
  ['targetCpus', '0-99', /CPU/],
  ['tool', 'k6', /k6 is not installed on lab-1/],
  ['/', '1', /where it stands/],
  ['/target/nothing', '1', /Nothing stands there/],
  ['/target.prefork', 'true', /slashes: \/target\/prefork/],
  ['/target', 'true', /several settings; .*\/target\//],
  ['/target', '{}', /no configuration|not known|lacks/],
  ['/target', 'null', /no configuration|not known|lacks/],
  ['/target/prefork', '"on"', /no configuration/],
  ['/load/warmupSeconds', '99999', /\/load\/warmupSeconds is not known here, or out of bounds/],
  ['/requests/0/body', 'true', /no configuration/],
  ['/load', '{}', /no configuration/],
  ['/load/steps', '[1]', /no configuration|not known|lacks/],
  ['/requests', '[null]', /no configuration|not known|lacks/],
  ['/target/prefork', 'yes', /JSON/],
  ['/target/prefork', 'false', /what the baseline has/],
])('%s as ‘%s’ is refused at that very change', (field, text, sentence) => {
  const { faults, changes } = read(edit(field, text), edit('target.pick', 'locked'));
  expect(faults).toEqual([expect.stringMatching(sentence), undefined]);
  if (isRefusedUnread(field, text)) expect(changes).toEqual([{ path: '/target/pick', value: 'locked' }]);
});

const isRefusedUnread = (field: string, text: string): boolean => field.startsWith('/') || text === '';

test('whatever JSON stands in the place of whatever part, a variant is read', () => {
  for (const pointer of pointersOf(spec))
    for (const text of ['true', 'null', '{}', '[null]'])
      expect(() => read(edit(pointer, text), edit('target.prefork', 'true')), `${pointer} ${text}`).not.toThrow();
});

test('pointers that only together make another configuration are taken together', () => {
  const other = readBaseline(
    readDraft(
      { ...emptyDraft(lab.id), target: { ...emptyTarget(), kind: 'external', origin: 'http://127.0.0.1:9' } },
      places.hostOf,
    ).spec,
    places,
  ).spec;
  const edits = changesBetween(spec, other).map(({ path, value }) => edit(path, JSON.stringify(value)));
  expect(edits.length).toBeGreaterThan(1);
  expect(read(...edits).faults.filter(Boolean)).toEqual([]);
});

test('a variant without a change says what is missing', () => {
  expect(read()).toMatchObject({ changes: [], fault: 'Choose what it changes.' });
});

test('what stands in the way of the baseline is not held against its variants', () => {
  const elsewhere = readBaseline(spec, { hostOf: NOBODY, labelOf: () => 'lab-1' });
  expect(Object.keys(elsewhere.obstacles)).toContain('spec.server.hostId');
  expect(readVariant(elsewhere, [edit('target.prefork', 'true')])).toMatchObject({ faults: [undefined], fault: null });
});

test('what a change brings about elsewhere is said of the whole variant', () => {
  const open = readBaseline(readDraft({ ...emptyDraft(lab.id), loop: 'open' }, places.hostOf).spec, places);
  expect(readVariant(open, [edit('tool', 'wrk')])).toMatchObject({
    faults: [undefined],
    fault: expect.stringContaining('wrk'),
  });
});

test('what a tool cannot do goes with it, and is told', () => {
  const gzipped = readBaseline(readDraft({ ...emptyDraft(lab.id), decompress: true }, places.hostOf).spec, places);
  const { changes, ownName } = readVariant(gzipped, [edit('tool', 'wrk')]);
  expect(changes).toEqual([
    { path: '/load/tool', value: 'wrk' },
    { path: '/load/decompress', value: false },
  ]);
  expect(ownName).toBe('wrk, not decompressed');
});

test('a variant that changes several groups comes apart into one for each', () => {
  const edits = [edit('target.prefork', 'true'), edit('targetCpus', '0'), edit('target.workers', '2')];
  expect(read(...edits).groups).toEqual(['target', 'tuning']);
  expect(singleFactors(baseline, edits)).toEqual([[edits[0], edits[2]], [edits[1]]]);
});

test('every setting that is offered is found in the draft, and its labels are unique', () => {
  const settings = variantSettings(
    baseline.draft,
    [
      { id: lab.id, label: 'lab-1' },
      { id: 'b', label: 'lab-2' },
    ],
    [],
  );
  expect(new Set(settings.map(({ label }) => label)).size).toBe(settings.length);
  for (const { field, choices } of settings) {
    const text = textAt(baseline.draft, field);
    if (choices)
      expect(
        choices.map(({ value }) => value),
        field,
      ).toContain(text);
  }
});

test('what stands in an empty input of a setting says how it is typed, or what nothing means', () => {
  const settings = variantSettings(baseline.draft, [], []);
  const shown = (name: string) => settings.find(({ field }) => field === `tuning.server.${name}`)?.placeholder;
  expect(['interruptAffinity.cpus', 'packetSteering.cpus', 'mtuBytes', 'nicQueues', 'stopServices'].map(shown)).toEqual(
    ['CPUs such as 0-3 or nic-local', 'CPUs such as 0-3, or none', 'B', 'as it is', 'Such as irqbalance, cron'],
  );
});

test('a variant chooses among the values of a parameter that the host’s file declares of the target', () => {
  const workers = { name: 'workers', values: ['1', '2'], default: '1' };
  const target = { kind: 'named', name: 'shop', tls: false, parameters: [] } as const;
  const declared = { name: 'shop', port: 9000, healthPath: '/', profiles: false, parameters: [workers] };
  const host = { ...lab, facts: { ...lab.facts, targets: [declared] } };
  const shop = readBaseline({ ...spec, target: { ...target, parameters: [] } }, { ...places, hostOf: () => host });
  const offered = variantSettings(shop.draft, [], [workers]).find(({ label }) => label === 'parameter workers');
  expect(offered?.choices).toEqual([
    { value: '', label: '1 (default)' },
    { value: '1', label: '1' },
    { value: '2', label: '2' },
  ]);
  const { changes, ownName, fault } = readVariant(shop, [edit(offered?.field ?? '', '2')]);
  expect(fault).toBeNull();
  expect(changes).toEqual([{ path: '/target/parameters', value: [{ name: 'workers', value: '2' }] }]);
  expect(ownName).toBe('workers 2');
});

test('how many connections a pool has is a setting where a route asks for one', () => {
  const draft = emptyDraft(lab.id);
  const pooled = { ...draft, requests: { ...draft.requests, reference: [newRequest('/db-read')] } };
  const baseline = readBaseline(readDraft(pooled, places.hostOf).spec, places);
  const { changes, words } = readVariant(baseline, [edit('target.database.poolSize', '40')]);
  expect(changes).toEqual([{ path: '/target/database/poolSize', value: 40 }]);
  expect(words).toMatchObject([{ short: '40 database connections' }]);
  const offered = (of: RunDraft) => variantSettings(of, [], []).map(({ label }) => label);
  expect(offered(pooled)).toEqual(expect.arrayContaining(['database connections', 'commit on disk']));
  expect(offered(draft)).not.toContain('database connections');
});
