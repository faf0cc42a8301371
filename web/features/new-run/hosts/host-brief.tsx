'use client';

import type { Host } from '@contract/host';
import { defaultNic } from '@rules/cpus/cpu-choice';
import type { ReactNode } from 'react';
import { shortId } from '@/features/draft/host-label';
import { carryingNic, loadPathOf } from '@/features/draft/meant-nic';
import type { TuningSide } from '@/features/draft/tuning-changes';
import { cpuText, memoryText, nicText } from '@/features/hosts/fact-words';
import { useDraft } from '@/features/new-run/draft-form';
import { When } from '@/ui/when';

/** Shows the NIC that carries the load; where that is loopback, or left to routes, the one with the default route. */
export function HostBrief({ host, side }: { host: Host; side: TuningSide }) {
  const { hosts, run, server, hostOf, apart } = useDraft();
  const client = side === 'clients' ? host : hostOf(apart[0] ?? host.id);
  const { facts } = host;
  const both = { server: server?.facts ?? null, client: client?.facts ?? null };
  const carrier = carryingNic(side, loadPathOf(run.spec), both);
  const name = carrier && !carrier.loopback ? carrier.name : defaultNic(facts);
  const nic = facts.nics.find((one) => one.name === name);
  const hasNamesake = hosts.some((other) => other.id !== host.id && other.name === host.name);
  return (
    <dl className="grid gap-1.5">
      <Fact name="CPU">
        {facts.cpuModel || 'model not read'} <span className="text-muted">· {cpuText(facts)}</span>
      </Fact>
      <Fact name="Memory">{memoryText(facts)}</Fact>
      <Fact name="NIC">
        {nic ? (
          <>
            <span className="font-mono text-xs">{nic.name}</span> <span className="text-muted">{nicText(nic)}</span>
          </>
        ) : (
          (facts.expected && 'not known yet') || 'loopback only'
        )}
      </Fact>
      <Fact name="Tools">
        {facts.tools.map(({ name, version }) => `${name} ${version}`).join(', ') || 'none found'}
      </Fact>
      {hasNamesake && (
        <Fact name="Id">
          <span className="font-mono text-xs">{shortId(host.id)}</span>, enrolled <When atUs={host.joinedAtUs} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3">
      <dt className="text-xs leading-5 text-muted">{name}</dt>
      <dd className="min-w-0 break-words text-sm">{children}</dd>
    </div>
  );
}
