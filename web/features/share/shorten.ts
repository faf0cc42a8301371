/** A text of at most that many characters: whole words, and an ellipsis where some were left out. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const space = cut.lastIndexOf(' ');
  const words = space > most / 2 ? cut.slice(0, space) : cut.slice(0, most - 1);
  return `${words.replace(/[\s,;:]+$/, '')}…`;
}
