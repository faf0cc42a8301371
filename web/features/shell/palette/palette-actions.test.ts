import { describe, expect, it } from 'vitest';
import { actionsFor } from './palette-actions';

const chosen = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `r${n}`, name: `run ${n}` }));
const names = (text: string, may: (role: string) => boolean = () => true, selected = chosen(0)) =>
  actionsFor(text, may, selected).map(({ name }) => name);

describe('the actions of the palette', () => {
  it('are those with every word, in any order and case', () => {
    expect(names('RUN new')).toEqual(['New run']);
    expect(names('new')).toEqual(['New run', 'New experiment']);
    expect(names('nothing like it')).toEqual([]);
  });

  it('are found by the words that people look for', () => {
    expect(names('journal')).toEqual(['Load the journal: runs with known answers']);
    expect(names('recipe')).toEqual(['Recipes for experiments']);
    expect(names('compare')).toEqual(['Compare runs']);
    expect(names('dark')).toEqual(['Dark theme', 'Theme of the system']);
    expect(names('cancel')).toEqual(['Cancel a run: on its page, while it runs']);
    for (const word of ['upload', 'diff', 'scatter', 'token', 'docs', 'trash', 'agent']) {
      expect(names(word), word).not.toEqual([]);
    }
  });

  it('compare the selected runs, when there are as many as a comparison takes', () => {
    const [two] = actionsFor('compare', () => true, chosen(2));
    expect(two).toMatchObject({
      name: 'Compare the 2 selected runs',
      does: { path: '/compare?runs=r0,r1&baseline=r0' },
    });
    for (const count of [1, 9]) expect(names('compare', () => true, chosen(count))).toEqual(['Compare runs']);
  });

  it('are few before anything is typed: those of a selection first', () => {
    expect(names('')).toHaveLength(10);
    expect(names('', () => true, chosen(3))[0]).toBe('Compare the 3 selected runs');
    expect(names('')).not.toContain('Dark theme');
  });

  it('are what the person may do', () => {
    const viewer = names('', (role) => role === 'viewer');
    expect(viewer).toContain('Runs');
    for (const name of ['New run', 'Import results', 'Shares']) {
      expect(viewer).not.toContain(name);
      expect(names('')).toContain(name);
    }
  });
});
