import { freeNames } from '../words/free-names.ts';

/** Something that a line of a shell is given, and the variable that holds it. */
export interface Named<T> {
  of: T;
  variable: string;
}

/** The variable that has to hold a secret: `SECRET_SHOP_TOKEN`. */
export const secretVariable = (secret: string): string => `SECRET_${secret.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;

/** A variable for each, none twice. */
export function called<T>(all: T[], nameOf: (one: T) => string): Named<T>[] {
  const free = freeNames();
  return all.map((of) => ({ of, variable: free(nameOf(of)) }));
}
