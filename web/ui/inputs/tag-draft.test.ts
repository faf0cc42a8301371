import { describe, expect, it } from 'vitest';
import { addLabels, addTags } from './tag-draft';

describe('typed tags', () => {
  it('are added one by one or several with commas, each once', () => {
    expect(addTags(['a'], ' b, c ,,A').tags).toEqual(['a', 'b', 'c']);
    expect(addTags(['a'], '  ').tags).toEqual(['a']);
  });

  it('that are too long or too many are said to be, and none is added', () => {
    expect(addTags([], 'x'.repeat(41)).fault).toMatch(/at most 40 characters; this one has 41/);
    const full = Array.from({ length: 20 }, (_, n) => `t${n}`);
    expect(addTags(full, 'one more').fault).toMatch(/at most 20 tags; this would make 21/);
    expect(addTags(full, 'T3').tags).toEqual(full);
  });
});

describe('typed labels of a host', () => {
  it('are added, each once', () => {
    expect(addLabels(['a'], 'web, c8i ,a').tags).toEqual(['a', 'web', 'c8i']);
  });

  it('that are none are said to be, and none is added', () => {
    expect(addLabels([], 'web, C8i').fault).toMatch(/begins with a letter or a digit/);
    expect(addLabels([], '-a').fault).toMatch(/begins with a letter or a digit/);
    expect(addLabels([], 'x'.repeat(41)).fault).toMatch(/A label may have at most 40 characters; this one has 41/);
    const full = Array.from({ length: 16 }, (_, n) => `l${n}`);
    expect(addLabels(full, 'more').fault).toMatch(/at most 16 labels; this would make 17/);
  });
});
