import { z } from 'zod';

/** Validation in a person's words: what the field has to be. The field's path stands before it. */
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined ? 'is missing' : `must be ${article(issue.expected)}`;
      case 'invalid_value':
        return `must be ${issue.values.map(String).join(' or ')}`;
      case 'too_small':
        return issue.origin === 'string' || issue.origin === 'array'
          ? `needs at least ${counted(issue.minimum, issue.origin)}`
          : `must be at least ${issue.minimum}`;
      case 'too_big':
        return issue.origin === 'string' || issue.origin === 'array'
          ? `may have at most ${counted(issue.maximum, issue.origin)}`
          : `must be at most ${issue.maximum}`;
      case 'unrecognized_keys':
        return `has fields that are not known: ${issue.keys.join(', ')}`;
      case 'invalid_format':
        return issue.format === 'uuid' ? 'must be an id' : undefined;
      default:
        return undefined;
    }
  },
});

function counted(count: number | bigint, origin: string): string {
  const [one, many] = origin === 'string' ? ['character', 'characters'] : ['entry', 'entries'];
  return `${count} ${Number(count) === 1 ? one : many}`;
}

function article(expected: string): string {
  if (expected === 'int') return 'a whole number';
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}
