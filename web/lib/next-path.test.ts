import { describe, expect, it } from 'vitest';
import { safeNext, signInPath } from './next-path';

describe('the way back after signing in', () => {
  it.each(['/runs/1', '/?tab=files', '/runs/new#load'])('%s is a page of this site', (next) => {
    expect(safeNext(next)).toBe(next);
  });

  it.each([
    null,
    '',
    'runs',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    '/sign-in?next=/',
  ])('%j leads home', (next) => {
    expect(safeNext(next)).toBe('/');
  });

  it('is left out when it is home', () => {
    expect(signInPath('/')).toBe('/sign-in');
    expect(signInPath('/runs/1')).toBe('/sign-in?next=%2Fruns%2F1');
  });
});
