'use client';

import { TriangleAlert } from 'lucide-react';
import type { Host, SettingName } from '@/api/types';
import { absentSettings, presentValues, serviceRuns } from '@/lib/present-values';
import { setupOf } from '@/lib/run-draft';
import { tuningOf } from '@/lib/tuning-changes';
import { tuningDifferences, tuningSetupOf, tuningWarningsOf } from '@/lib/tuning-warnings';
import { warningsOf } from '@/lib/warnings';
import { useDraft } from './draft-form';
import { useHostSettings } from './host-settings-query';

export function Warnings() {
  const { client, server } = useDraft();
  return client && server ? <WarningsOf server={server} client={client} /> : null;
}

function WarningsOf({ server, client }: { server: Host; client: Host }) {
  const { run, original, labelOf } = useDraft();
  const { spec } = run;
  const onServer = usePresent(server, tuningOf(spec, 'server') !== null);
  const onClient = usePresent(client, tuningOf(spec, 'clients') !== null);
  const irqbalanceRuns = { server: onServer.irqbalanceRuns, clients: onClient.irqbalanceRuns };
  const absent = { server: onServer.absent, clients: onClient.absent };
  const changed = tuningDifferences(original?.spec ?? null, spec);
  const facts = { server: server.facts, client: client.facts };
  const warnings = [
    ...warningsOf(setupOf(spec, client.facts, server.facts)),
    ...tuningWarningsOf(tuningSetupOf(spec, facts, { changed, labelOf, irqbalanceRuns, absent })),
  ];
  if (warnings.length === 0) return null;
  return (
    <section aria-label="Before it costs a run" className="rounded-control bg-warn-soft px-3 py-2.5">
      <h3 className="flex items-center gap-2 text-xs font-semibold text-warn">
        <TriangleAlert aria-hidden className="size-3.5" />
        Before it costs a run
      </h3>
      <ul className="mt-2 grid gap-2">
        {warnings.map((warning) => (
          <li key={warning.code} className="text-xs [overflow-wrap:anywhere]">
            <span className="font-medium">{warning.title}.</span> <span className="text-muted">{warning.sentence}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What of the host's present settings warns; nothing as long as they are not known. */
function usePresent(host: Host, tuned: boolean): { irqbalanceRuns: boolean | null; absent: SettingName[] } {
  const { data } = useHostSettings(host, tuned);
  if (!data) return { irqbalanceRuns: null, absent: [] };
  const { values } = data;
  return { irqbalanceRuns: serviceRuns(presentValues(values, null), 'irqbalance'), absent: absentSettings(values) };
}
