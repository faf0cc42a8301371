import { MAX_NAME_CHARACTERS, PASSWORD_CHARACTERS } from '@contract/limits';

/** The API's own rules for what people type, as rules of a form's field: a fault is said before the request. */

const atMost = (most: number): string => `It may have at most ${most} characters.`;

/** The name of a person, a host or an API token; spaces at the ends do not count. */
export const nameRules = (empty = 'Type a name.') => ({
  validate: (name: string): true | string => {
    const { length } = name.trim();
    if (length === 0) return empty;
    return length <= MAX_NAME_CHARACTERS || atMost(MAX_NAME_CHARACTERS);
  },
});

const [CHARACTERS_MIN, CHARACTERS_MAX] = PASSWORD_CHARACTERS;

export const PASSWORD_HINT = `At least ${CHARACTERS_MIN} characters. A few words are easier to keep than signs.`;

export const PASSWORD_RULES = {
  minLength: { value: CHARACTERS_MIN, message: `It needs at least ${CHARACTERS_MIN} characters.` },
  maxLength: { value: CHARACTERS_MAX, message: atMost(CHARACTERS_MAX) },
  required: 'Type a password.',
};
