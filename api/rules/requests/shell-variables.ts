/** Something that a line of a shell is given, and the variable that holds it. */
export interface Named<T> {
  of: T;
  variable: string;
}

/** The variable that has to hold a secret: `SECRET_SHOP_TOKEN`. */
export const secretVariable = (secret: string): string => `SECRET_${secret.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;

/** A variable for each: the second that would have a name gets the first number that makes another of it. */
export function called<T>(all: T[], nameOf: (one: T) => string): Named<T>[] {
  const taken = new Set<string>();
  return all.map((of) => {
    const plain = nameOf(of);
    let variable = plain;
    for (let times = 2; taken.has(variable); times++) variable = `${plain}_${times}`;
    taken.add(variable);
    return { of, variable };
  });
}
