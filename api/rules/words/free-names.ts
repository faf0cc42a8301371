/** Gives each name only once: a duplicate gets the first number that makes it unique. */
export function freeNames(): (plain: string) => string {
  const taken = new Set<string>();
  return (plain) => {
    let name = plain;
    for (let times = 2; taken.has(name); times++) name = `${plain}_${times}`;
    taken.add(name);
    return name;
  };
}
