const APP_CODE = /^\d{6}$/;
/** Characters on each side of a backup code's hyphen. */
export const BACKUP_HALF = 5;
/** None of them is taken for another one where a code is read from paper: no 0, 1, i, l, o. */
export const BACKUP_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** As it was made, however it is typed: apps and people put spaces into codes, and leave hyphens out. */
export function typedCode(typed: string): string {
  const code = typed.replace(/[\s-]/g, '');
  return code.length === 2 * BACKUP_HALF ? `${code.slice(0, BACKUP_HALF)}-${code.slice(BACKUP_HALF)}` : code;
}

/** What is no code of an app is taken for a backup code. */
export const isAppCode = (typed: string): boolean => APP_CODE.test(typedCode(typed));

export const WRONG_APP_CODE = 'The code is wrong. Codes of an app change every 30 seconds; type the present one.';

/** What somebody is told who typed a code that is not right. Few digits, or none, are a code of an app that is mistyped. */
export const wrongCodeSentence = (typed: string): string =>
  /^\d{0,9}$/.test(typedCode(typed))
    ? WRONG_APP_CODE
    : 'The backup code is wrong, or was used before. Type another one, or the six digits of your app.';
