'use client';

import { Panel } from '@/components/panel';
import { useDraft } from './draft-form';
import { HostSide } from './host-side';
import { ServerAddressField } from './server-address-field';

export function HardwareCard() {
  const { sameHost } = useDraft();
  return (
    <Panel
      title="Hardware"
      aside={sameHost ? 'server and load generator on the same host' : 'server and load generator on two hosts'}
    >
      <div className="grid gap-5">
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
          <HostSide side="server" />
          <HostSide side="client" />
        </div>
        <ServerAddressField />
      </div>
    </Panel>
  );
}
