import { Panel } from '@/components/panel';

/** Said plainly: what the figures do not show. */
export function Notes({ notes }: { notes: string[] }) {
  if (notes.length === 0) return null;
  return (
    <Panel title="What these figures do not show">
      <ul className="grid max-w-[90ch] list-disc gap-1 pl-4 text-sm text-muted marker:text-faint">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Panel>
  );
}
