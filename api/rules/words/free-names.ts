/** Names each of which is given once: the second that would have a name gets the first number that makes a free one of it. */
export function freeNames(): (plain: string) => string {
  const taken = new Set<string>();
  return (plain) => {
    let name = plain;
    for (let times = 2; taken.has(name); times++) name = `${plain}_${times}`;
    taken.add(name);
    return name;
  };
}
