import { describe, expect, it } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { emptyDraft } from '@/features/draft/run-draft';
import { NOBODY } from '@/testing/hosts';
import { type DesignDraft, designField, readDesign } from './design-draft';

const { spec } = readDraft(emptyDraft('host'), NOBODY);
const SHA = 'a'.repeat(40);
const BUILT = {
  ...spec,
  target: { kind: 'named' as const, name: 'shop', tls: false, parameters: [], revision: SHA },
};
const typed = (over: Partial<DesignDraft> = {}): DesignDraft => ({
  ...{ name: ' nightly ', reference: '', metric: 'requestsPerSecond', stepIndex: 0, rounds: '6', marginPercent: '1.5' },
  ...over,
});

describe('the design of a benchmark', () => {
  it('of a target without a source has no reference, whatever was typed there', () => {
    const { body, faults } = readDesign(typed({ reference: SHA }), spec);
    expect(faults).toEqual({});
    expect(body).toMatchObject({ name: 'nightly', design: { reference: null, rounds: 6, marginPercent: 1.5 } });
  });

  it('of a target that is built needs a commit by its whole SHA', () => {
    expect(readDesign(typed({ reference: `${SHA} ` }), BUILT).body.design.reference).toBe(SHA);
    expect(readDesign(typed(), BUILT).faults).toEqual({
      reference: 'Choose the commit that every candidate runs in turn with.',
    });
    expect(Object.keys(readDesign(typed({ reference: 'abc1234' }), BUILT).faults)).toEqual(['reference']);
  });

  it('says at each field what cannot be read', () => {
    const { faults } = readDesign(typed({ name: ' ', rounds: '1', marginPercent: 'two' }), spec);
    expect(Object.keys(faults).sort()).toEqual(['marginPercent', 'name', 'rounds']);
  });

  it.each([
    ['name', 'name'],
    ['design.reference', 'reference'],
    ['primary.stepIndex', 'stepIndex'],
    ['design.spec.load.steps.0', null],
  ])('finds the field of %s', (path, field) => {
    expect(designField(path)).toBe(field);
  });
});
