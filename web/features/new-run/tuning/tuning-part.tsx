'use client';

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { type TuningSide, tuningName, tuningOf } from '@/features/draft/tuning-changes';
import { useDraft } from '@/features/new-run/draft-form';
import { FormPart } from '@/features/new-run/form-part';
import { TuningGroups } from './tuning-groups';
import { TuningHostProvider, useTuningHostOf } from './tuning-host';
import { TuningPlanPreviews } from './tuning-plan';
import { TuningPresets } from './tuning-presets';

/** What the hosts are asked to be for the run: each as it is, unless somebody wants otherwise. */
export function TuningPart() {
  const { sameHost, run, draft, labelOf } = useDraft();
  const external = draft.target.kind === 'external';
  const [ofServer, ofClients] = [tuningName(tuningOf(run.spec, 'server')), tuningName(tuningOf(run.spec, 'clients'))];
  const asked = [ofServer, ofClients && `client ${ofClients}`].filter(Boolean).join(' · ');
  return (
    <FormPart part="tuning" title="Tuning" said={asked || 'nothing is changed'}>
      {asked !== '' && (
        <p className="mb-3 text-xs text-muted">
          Put back after the run, also after one that fails. What cannot be put back is named on the host’s page.
        </p>
      )}
      {sameHost && !external ? (
        <HostTuningForm side="server" />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {!external && (
            <section aria-labelledby="tuning-of-server" className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <h3 id="tuning-of-server" className="text-sm font-medium [overflow-wrap:anywhere]">
                {labelOf(draft.serverHostId)} <span className="font-normal text-muted">· host of the server</span>
              </h3>
              <HostTuningForm side="server" />
            </section>
          )}
          <ClientTuning />
        </div>
      )}
    </FormPart>
  );
}

function ClientTuning() {
  const { run, apart, labelOf } = useDraft();
  const asked = tuningName(run.spec.tuning.clients);
  const [openAtFirst] = useState(asked !== '');
  return (
    <details open={openAtFirst} className="group/client border-t border-line pt-4">
      <summary className="flex cursor-pointer list-none items-baseline gap-x-2 rounded-control text-sm [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 translate-y-0.5 text-muted transition-transform group-open/client:rotate-90"
        />
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {apart.map(labelOf).join(', ')}{' '}
          <span className="font-normal text-muted">
            · {apart.length === 1 ? 'host of the load generator' : 'hosts of load generators, all alike'} ·{' '}
            {asked || 'as it is'}
          </span>
        </span>
      </summary>
      <div className="mt-3">
        <HostTuningForm side="clients" />
      </div>
    </details>
  );
}

function HostTuningForm({ side }: { side: TuningSide }) {
  const [opened, setOpened] = useState(false);
  const host = useTuningHostOf(side, opened);
  return (
    <TuningHostProvider value={host}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <TuningPresets />
        <TuningGroups onOpen={() => setOpened(true)} />
        <TuningPlanPreviews />
      </div>
    </TuningHostProvider>
  );
}
