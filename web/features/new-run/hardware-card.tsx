'use client';

import Link from 'next/link';
import type { Host } from '@/api/types';
import { Field, SelectBox } from '@/components/field';
import { Notice } from '@/components/notice';
import { Panel } from '@/components/panel';
import { When } from '@/components/when';
import { plural } from '@/lib/format';
import { cpuText, FactRow, memoryText, nicText } from '../hosts/host-facts';
import { HostStatusChip } from '../hosts/host-status';
import { useDraft } from './draft-form';

export function HardwareCard() {
  const { form, host, hosts, errorAt } = useDraft();
  const error = errorAt('hostId');
  return (
    <Panel title="Hardware" aside="server and load generator run on the same host">
      <div className="grid gap-4">
        <Field id="host" label="Host" error={error}>
          <div className="flex items-center gap-3">
            <SelectBox id="host" error={error} className="max-w-96" {...form.register('hostId')}>
              {hosts.map((option) => (
                <option key={option.id} value={option.id}>
                  {`${option.name} · ${plural(option.facts.cpus, 'CPU')} · ${option.status}`}
                </option>
              ))}
            </SelectBox>
            {host && <HostStatusChip status={host.status} />}
          </div>
        </Field>
        {host && <HostTrouble host={host} />}
        {host && <HostBrief host={host} />}
      </div>
    </Panel>
  );
}

function HostTrouble({ host }: { host: Host }) {
  if (host.status === 'offline') {
    return (
      <Notice kind="bad" title={`${host.name} is offline`}>
        Its agent was last heard from <When atUs={host.lastSeenAtUs} />. Start the agent there again; this page notices.
      </Notice>
    );
  }
  if (host.status === 'dirty') {
    return (
      <Notice kind="warn" title={`${host.name} is dirty and takes no run`}>
        {host.dirtyReason} <HostsLink>Look at it and clear it</HostsLink> on the hosts page.
      </Notice>
    );
  }
  if (host.status === 'busy') {
    return (
      <Notice kind="info" title={`${host.name} is busy`}>
        A new run waits in the queue until{' '}
        {host.runId ? (
          <Link className="text-accent underline-offset-2 hover:underline" href={`/runs/${host.runId}`}>
            the present one
          </Link>
        ) : (
          'the present one'
        )}{' '}
        has ended.
      </Notice>
    );
  }
  return null;
}

function HostsLink({ children }: { children: string }) {
  return (
    <Link href="/hosts" className="text-accent underline-offset-2 hover:underline">
      {children}
    </Link>
  );
}

function HostBrief({ host }: { host: Host }) {
  const { facts } = host;
  const nic = facts.nics.find(({ defaultRoute }) => defaultRoute) ?? facts.nics.find(({ loopback }) => !loopback);
  const autocannon = facts.tools.find(({ name }) => name === 'autocannon');
  return (
    <>
      <dl className="grid gap-2">
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
        <FactRow name="Load generators">
          {facts.tools.map(({ name, version }) => `${name} ${version}`).join(', ') || 'none found'}
        </FactRow>
      </dl>
      {!autocannon && (
        <Notice kind="bad" title="autocannon was not found on this host">
          Install it there with <code className="font-mono text-xs">npm install --global autocannon</code> and start the
          agent again.
        </Notice>
      )}
    </>
  );
}
