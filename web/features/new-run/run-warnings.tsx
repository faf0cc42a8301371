'use client';

import { TriangleAlert } from 'lucide-react';
import { setupOf } from '@/lib/run-draft';
import { warningsOf } from '@/lib/warnings';
import { useDraft } from './draft-form';

export function Warnings() {
  const { run, client, server } = useDraft();
  const warnings = client && server ? warningsOf(setupOf(run.spec, client.facts, server.facts)) : [];
  if (warnings.length === 0) return null;
  return (
    <section aria-label="Before it costs a run" className="rounded-control bg-warn-soft px-3 py-2.5">
      <h3 className="flex items-center gap-2 text-xs font-semibold text-warn">
        <TriangleAlert aria-hidden className="size-3.5" />
        Before it costs a run
      </h3>
      <ul className="mt-2 grid gap-2">
        {warnings.map((warning) => (
          <li key={warning.code} className="text-xs">
            <span className="font-medium">{warning.title}.</span> <span className="text-muted">{warning.sentence}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
