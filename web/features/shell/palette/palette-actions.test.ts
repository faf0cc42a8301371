import { describe, expect, it } from 'vitest';
import { actionsFor } from './palette-actions';

const names = (text: string, may: (role: string) => boolean = () => true) =>
  actionsFor(text, may).map(({ name }) => name);

describe('the actions of the palette', () => {
  it('are those with every word, in any order and case', () => {
    expect(names('RUN new')).toEqual(['New run']);
    expect(names('new')).toEqual(['New run', 'New experiment']);
    expect(names('nothing like it')).toEqual([]);
  });

  it('are what the person may do', () => {
    expect(names('', (role) => role === 'viewer')).toEqual([
      'Runs',
      'Runs that regressed against their baseline',
      'Experiments',
      'Hosts',
      'Settings',
    ]);
  });
});
