import { RECIPES } from '@rules/recipes/recipes';
import { expect, test } from 'vitest';
import { draftOf } from '@/features/draft/run-draft';
import { hostAmong } from '@/features/draft/run-facts';
import { wholeRunSeconds } from '@/features/new-run/plan/estimate';
import { factsWith, hostWith, nic, toolWith } from '@/testing/hosts';
import { inSettings, readBaseline, readVariant } from '../form/read-variant';
import { isPointer } from '../form/variant-edits';
import { variantSettings } from '../form/variant-settings';
import { filledRecipe } from './filled-recipe';
import { plannedText } from './planned-text';

const irq = (number: number) => ({
  ...{ irq: number, name: `eth0-${number}`, affinityCpus: '0-7', effectiveCpus: '0' },
});
const facts = (address: string) =>
  factsWith({
    ...{ cpus: 8, onlineCpus: '0-7', cores: 8 },
    nics: [
      nic('lo', ['127.0.0.1/8']),
      nic('eth0', [address], { rxQueues: 4, txQueues: 4, defaultRoute: true, interrupts: [1, 2, 3, 4].map(irq) }),
    ],
    tools: [toolWith('volley'), toolWith('wrk'), toolWith('autocannon')],
    skills: ['target-backends'],
    backends: [{ name: 'postgresql', version: '18.4', path: '/pg/postgres' }],
  });
const server = hostWith({ id: 'a', name: 'lab-1', facts: facts('10.0.0.1/24') });
const client = hostWith({ id: 'b', name: 'lab-2', facts: facts('10.0.0.2/24') });
const places = { hostOf: hostAmong([server, client]), labelOf: (id: string) => (id === 'a' ? 'lab-1' : 'lab-2') };
const filled = RECIPES.flatMap(({ recipes }) =>
  recipes.map((recipe) => [recipe.id, filledRecipe(recipe, server, client, places)] as const),
);
const experiments = filled.flatMap(([id, one]) => (one.makes === 'experiment' ? [[id, one] as const] : []));

test('hosts apart can answer every recipe', () => {
  expect(filled.flatMap(([id, one]) => (one.makes === 'nothing' ? [`${id}: ${one.why}`] : []))).toEqual([]);
});

test.each(experiments)('%s changes settings by their names, and exactly what it declared', (_, { spec, draft }) => {
  const baseline = readBaseline(spec, places);
  const fields = variantSettings(draftOf(spec), [], []).map(({ field }) => field);
  for (const { edits } of draft.kind === 'noise-floor' ? [] : draft.variants) {
    const named = inSettings(baseline, edits, fields);
    expect(named.filter(({ field }) => isPointer(field))).toEqual([]);
    expect(readVariant(baseline, named).changes).toEqual(readVariant(baseline, edits).changes);
    const labels = readVariant(baseline, named).words.map(({ label }) => label);
    expect(labels.filter((label) => label.includes('/'))).toEqual([]);
  }
});

test('a change that no setting has stays a JSON pointer', () => {
  const [, recipe] = experiments.find(([id]) => id === 'pipelining') ?? [];
  if (!recipe) throw new Error('no such recipe');
  const { spec } = recipe;
  const edits = [{ field: '/samplesPerSecond', text: '5' }];
  expect(inSettings(readBaseline(spec, places), edits, ['target.prefork'])).toEqual(edits);
});

test('a recipe of a run takes as long in the gallery as in its form', () => {
  const [, ramp] = filled.find(([id]) => id === 'connection-ramp') ?? [];
  if (ramp?.makes !== 'run') throw new Error('no such run');
  // 7 steps of 10 s with 2 s of warm-up, 6 pauses of 1 s, 14 starts of the tool of 0.3 s, and 2 s to prepare and restore.
  expect(wholeRunSeconds(ramp.spec.load)).toBeCloseTo(7 * 12 + 6 + 14 * 0.3 + 2);
  expect(plannedText(ramp)).toBe('1 run, about 1 min 36 s');
});
