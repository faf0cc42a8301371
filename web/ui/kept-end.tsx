const END = 9;
/** A name that is hardly longer than its end is cut as any other. */
const SHORTEST = 18;

/** One line that is cut in its middle: names of runs that belong together begin alike, and differ at their ends. */
export function KeptEnd({ text }: { text: string }) {
  const letters = [...text];
  if (letters.length < SHORTEST) return <span className="min-w-0 truncate">{text}</span>;
  return (
    <span className="inline-flex min-w-0 max-w-full whitespace-pre">
      <span className="min-w-0 overflow-hidden text-ellipsis">{letters.slice(0, -END).join('')}</span>
      <span className="shrink-0">{letters.slice(-END).join('')}</span>
    </span>
  );
}
