import { PASSWORD_CHARACTERS } from '@contract/limits';

const [CHARACTERS_MIN, CHARACTERS_MAX] = PASSWORD_CHARACTERS;

export const PASSWORD_HINT = `At least ${CHARACTERS_MIN} characters. A few words are easier to keep than signs.`;

/** The API's own rules, said before the request. */
export const PASSWORD_RULES = {
  minLength: { value: CHARACTERS_MIN, message: `It needs at least ${CHARACTERS_MIN} characters.` },
  maxLength: { value: CHARACTERS_MAX, message: `It may have at most ${CHARACTERS_MAX} characters.` },
  required: 'Type a password.',
};
