'use client';

import type { Host } from '@/api/types';
import { When } from '@/components/when';
import { shortId } from '@/lib/host-label';
import { cpuText, FactRow, memoryText, nicText } from '../hosts/host-facts';
import { useDraft } from './draft-form';

export function HostBrief({ host }: { host: Host }) {
  const { hosts } = useDraft();
  const { facts } = host;
  const nic = facts.nics.find(({ defaultRoute }) => defaultRoute) ?? facts.nics.find(({ loopback }) => !loopback);
  const hasNamesake = hosts.some((other) => other.id !== host.id && other.name === host.name);
  return (
    <dl className="grid gap-1.5">
      <FactRow name="CPU">
        {facts.cpuModel || 'model not read'} <span className="text-muted">· {cpuText(facts)}</span>
      </FactRow>
      <FactRow name="Memory">{memoryText(facts)}</FactRow>
      <FactRow name="NIC">
        {nic ? (
          <>
            <span className="font-mono text-xs">{nic.name}</span> <span className="text-muted">{nicText(nic)}</span>
          </>
        ) : (
          'loopback only'
        )}
      </FactRow>
      <FactRow name="Tools">
        {facts.tools.map(({ name, version }) => `${name} ${version}`).join(', ') || 'none found'}
      </FactRow>
      {hasNamesake && (
        <FactRow name="Told apart by">
          id <span className="font-mono text-xs">{shortId(host.id)}</span>, enrolled <When atUs={host.joinedAtUs} />
        </FactRow>
      )}
    </dl>
  );
}
