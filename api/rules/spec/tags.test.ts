import { describe, expect, it } from 'vitest';
import { changeTags, repeatedTag } from './tags.ts';

describe('tags', () => {
  it('are sorted, whatever their case', () => {
    expect(changeTags([], { tags: ['pinned', 'Baseline', 'aws'] })).toEqual(['aws', 'Baseline', 'pinned']);
  });

  it('are added and removed without a word about the others', () => {
    expect(changeTags(['a', 'c'], { addTags: ['b'], removeTags: ['C', 'never there'] })).toEqual(['a', 'b']);
  });

  it('keep the spelling they have when they are added again', () => {
    expect(changeTags(['Baseline'], { addTags: ['baseline'] })).toEqual(['Baseline']);
  });

  it('stay as they are when nothing is asked of them', () => {
    expect(changeTags(['a'], {})).toEqual(['a']);
    expect(changeTags(['a'], { tags: [] })).toEqual([]);
  });

  it('cannot be there twice in two spellings', () => {
    expect(repeatedTag(['a', 'b', 'A'])).toBe('A');
    expect(repeatedTag(['Straße', 'strasse'])).toBeNull();
  });
});
