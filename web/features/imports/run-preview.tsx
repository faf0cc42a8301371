import type { ImportedRunRef } from '@/api/types';
import { Chip } from '@/components/chip';
import { plural } from '@/lib/format';

/** A run as it would be, or is: what it is called, how many points it has, and what its source does not say. */
export function RunPreview({ run }: { run: ImportedRunRef }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
        <span className="min-w-0 [overflow-wrap:anywhere]">{run.name}</span>
        <span className="text-muted">{plural(run.points, 'point')}</span>
        {run.known && <Chip title="It is not stored a second time">imported before</Chip>}
      </p>
      {run.missing.length > 0 && (
        <ul aria-label="What is missing" className="mt-0.5 list-disc pl-5 text-xs text-muted">
          {run.missing.map((sentence) => (
            <li key={sentence} className="[overflow-wrap:anywhere]">
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
