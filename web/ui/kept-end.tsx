const END = 9;
/** A name that is hardly longer than its end is cut as any other. */
const SHORTEST = 18;

/** One line that is cut in its middle: names of runs that belong together begin alike, and differ at their ends. */
export function KeptEnd({ text }: { text: string }) {
  const letters = [...text];
  if (letters.length < SHORTEST) return <span className="min-w-0 truncate">{text}</span>;
  return (
    // Both are in line: text that is copied has no break in its middle.
    <span className="block min-w-0 max-w-full overflow-hidden whitespace-pre">
      <span data-goes-on className="inline-block max-w-[calc(100%-9ch)] overflow-hidden text-ellipsis align-bottom">
        {letters.slice(0, -END).join('')}
      </span>
      <span className="inline-block min-w-[9ch] align-bottom">{letters.slice(-END).join('')}</span>
    </span>
  );
}
