import { describe, expect, it } from 'vitest';
import { addTags } from './tag-draft';

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
