/** A text with a paragraph put after the line of a place in it, and where the cursor goes: behind the paragraph. */
export function withInserted(text: string, at: number, paragraph: string): { text: string; cursor: number } {
  const end = text.indexOf('\n', at);
  const before = (end < 0 ? text : text.slice(0, end)).trimEnd();
  const after = (end < 0 ? '' : text.slice(end)).trimStart();
  const head = before === '' ? paragraph : `${before}\n\n${paragraph}`;
  return { text: `${head}\n\n${after}`, cursor: head.length + 2 };
}
