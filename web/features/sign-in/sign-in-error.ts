const SENTENCES: Record<string, string> = {
  INVALID_TOKEN: 'That sign-in link is not valid any more. A link opens once; you need a new one.',
  EXPIRED_TOKEN: 'That sign-in link has expired. You need a new one.',
  ATTEMPTS_EXCEEDED: 'That sign-in link has been used already. A link opens once; you need a new one.',
  BANNED_USER: 'This account is disabled. An administrator can enable it again.',
  user_not_found: 'The person that link was made for is not known here. You need a new one.',
  failed_to_create_session:
    'The link was right, but the session could not be stored. Is the database up? Try again with a new link.',
};

/** The sentence for a link refused with `?error=`, and how many seconds to wait if that is all. */
export function signInErrorSentence(error: string | null, seconds: string | null = null): string | null {
  if (!error) return null;
  if (error === 'TOO_MANY_ATTEMPTS') return waitSentence(seconds);
  return SENTENCES[error] ?? 'That sign-in link did not work. You need a new one.';
}

function waitSentence(seconds: string | null): string {
  const wait = seconds && /^\d{1,4}$/.test(seconds) ? `${seconds} s` : 'a minute';
  return `Too many links were opened from this address. Open yours again in ${wait}; it was not used up.`;
}
