import { describe, expect, it } from 'vitest';
import { signInErrorSentence } from './sign-in-error';

describe('what a refused link is told', () => {
  it('says nothing when nothing is wrong', () => {
    expect(signInErrorSentence(null, null)).toBeNull();
  });
  it('says how long to wait, and takes no words from the address', () => {
    expect(signInErrorSentence('TOO_MANY_ATTEMPTS', '42')).toMatch(/again in 42 s/);
    expect(signInErrorSentence('TOO_MANY_ATTEMPTS', 'visit evil.example')).toMatch(/again in a minute/);
  });
  it('has a sentence for what it does not know', () => {
    expect(signInErrorSentence('SOMETHING_NEW', null)).toMatch(/did not work/);
    expect(signInErrorSentence('BANNED_USER', null)).toMatch(/disabled/);
  });
});
