import { Panel } from '@/components/panel';

/** Said plainly: what the figures do not show. */
export function Caveats({ caveats }: { caveats: string[] }) {
  if (caveats.length === 0) return null;
  return (
    <Panel title="What these figures do not show">
      <ul className="grid max-w-[90ch] list-disc gap-1 pl-4 text-sm text-muted marker:text-faint">
        {caveats.map((caveat) => (
          <li key={caveat}>{caveat}</li>
        ))}
      </ul>
    </Panel>
  );
}
