'use client';

import type { Host } from '@contract/host';
import { TriangleAlert } from 'lucide-react';
import { tuningOf } from '@/features/draft/tuning-changes';
import { useDraft } from '@/features/new-run/draft-form';
import { useHostSettings } from '@/features/new-run/hosts/host-settings-query';
import { setupOf } from '@/features/new-run/run-setup';
import { absentSettings, presentValues, serviceRuns } from '@/features/new-run/tuning/present-values';
import { type Present, tuningDifferences, tuningSetupOf } from '@/features/new-run/tuning/tuning-setup';
import { tuningWarningsOf } from '@/features/new-run/tuning/tuning-warnings';
import { warningsOf } from './warnings';

const UNKNOWN: Present = { irqbalanceRuns: null, absent: [] };

export function Warnings() {
  const { run, original, server, hostOf, apart, labelOf } = useDraft();
  const { spec } = run;
  const client = hostOf(apart[0] ?? '');
  const onServer = usePresent(server, tuningOf(spec, 'server') !== null);
  const onClient = usePresent(client, tuningOf(spec, 'clients') !== null);
  const setup = setupOf(spec, hostOf);
  const tuned = tuningSetupOf(spec, hostOf, {
    changed: tuningDifferences(original?.spec ?? null, spec),
    labelOf,
    // Only the first of several clients was asked.
    presentOf: (id) => (id === server?.id ? onServer : id === client?.id ? onClient : UNKNOWN),
  });
  const warnings = [...(setup ? warningsOf(setup, labelOf) : []), ...(tuned ? tuningWarningsOf(tuned) : [])];
  if (warnings.length === 0) return null;
  return (
    <section aria-label="Check before running" className="rounded-control bg-warn-soft px-3 py-2.5">
      <h3 className="flex items-center gap-2 text-xs font-semibold text-warn">
        <TriangleAlert aria-hidden className="size-3.5" />
        Check before running
      </h3>
      <ul className="mt-2 grid gap-2">
        {warnings.map(({ code, title, sentence }) => (
          <li key={`${code} ${title}`} className="text-xs [overflow-wrap:anywhere]">
            <span className="font-medium">{title}.</span> <span className="text-muted">{sentence}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What of the host's present settings warns; nothing as long as they are not known. */
function usePresent(host: Host | null, tuned: boolean): Present {
  const { data } = useHostSettings(host, tuned);
  if (!data) return UNKNOWN;
  const { values } = data;
  return { irqbalanceRuns: serviceRuns(presentValues(values, null), 'irqbalance'), absent: absentSettings(values) };
}
