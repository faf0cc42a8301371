const SENTENCES: Record<string, string> = {
  INVALID_TOKEN: 'That sign-in link is not valid any more. A link opens once; print a new one.',
  EXPIRED_TOKEN: 'That sign-in link has expired. Print a new one.',
  ATTEMPTS_EXCEEDED: 'That sign-in link has been used already. A link opens once; print a new one.',
  user_not_found: 'The person that link was made for is not known here. Print a new one.',
  failed_to_create_session:
    'The link was right, but the session could not be stored. Is the database up? Print a new link and try again.',
};

/** What to tell a person whose link better-auth refused with `?error=`. */
export function signInErrorSentence(error: string | null): string | null {
  if (!error) return null;
  return SENTENCES[error] ?? 'That sign-in link did not work. Print a new one.';
}
