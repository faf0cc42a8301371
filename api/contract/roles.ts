/** Each may do what the one before may: look; run and share; manage people, tokens and hosts. Without zod, so that web loads it. */
export const ROLES = ['viewer', 'operator', 'admin'] as const;
