'use client';

import { plural } from '@rules/words/numbers';
import { useDraft } from '@/features/new-run/draft-form';
import { Panel } from '@/ui/panel';
import { ClientHosts } from './client-hosts';
import { ServerAddressField } from './server-address-field';
import { ServerHost } from './server-host';

export function HardwareCard() {
  const { draft } = useDraft();
  return (
    <Panel title="Hardware" aside={useAside()}>
      <div className="grid gap-5">
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
          {draft.target.kind !== 'external' && <ServerHost />}
          <ClientHosts />
        </div>
        <ServerAddressField />
      </div>
    </Panel>
  );
}

function useAside(): string {
  const { sameHost, draft } = useDraft();
  const count = draft.clientHostIds.length;
  if (draft.target.kind === 'external') return 'the target is elsewhere, and no agent measures it';
  if (count > 1) return `${plural(count, 'client')} act as one`;
  return sameHost ? 'server and load generator on the same host' : 'server and load generator on two hosts';
}
