'use client';

import { plural } from '@rules/words/numbers';
import Link from 'next/link';
import { useDraft } from '@/features/new-run/draft-form';
import { Allowed } from '@/features/shell/allowed';
import { ClientHost } from './client-host';
import { ClientPool } from './client-pool';
import { HostBrief } from './host-brief';
import { HostTrouble } from './host-trouble';

/** The hosts that the load comes from: one, or several that act as one. */
export function ClientHosts() {
  const { hosts, draft, hostOf, apart, labelOf, errorAt } = useDraft();
  const error = errorAt('clientHostIds');
  const gone = draft.clientHostIds.filter((id) => id !== '' && !hostOf(id));
  const [only] = apart;
  const brief = apart.length === 1 && draft.clientHostIds.length === 1 && only ? hostOf(only) : null;
  const troubled = apart.flatMap((id) => hostOf(id) ?? []).filter(({ status }) => status !== 'ready');
  return (
    <fieldset className="grid min-w-0 content-start gap-3" aria-describedby={error ? 'clients-error' : undefined}>
      <legend className="mb-1 text-xs font-medium text-muted">
        Load generator {draft.clientHostIds.length > 1 ? 'hosts' : 'host'}
      </legend>
      <ul className="grid max-h-96 gap-1 overflow-y-auto rounded-control border border-control/60 p-1">
        {hosts.map(({ id }) => (
          <ClientHost key={id} hostId={id} invalid={Boolean(error)} />
        ))}
        {gone.map((id) => (
          <ClientHost key={id} hostId={id} invalid={Boolean(error)} />
        ))}
      </ul>
      <ClientPool />
      {error && (
        <p id="clients-error" className="text-xs text-bad [overflow-wrap:anywhere]">
          {error}
        </p>
      )}
      {troubled.map((host) => (
        <div key={host.id}>
          <p className="mb-1 text-xs font-medium">{labelOf(host.id)}</p>
          <HostTrouble host={host} />
        </div>
      ))}
      {brief && <HostBrief host={brief} side="clients" />}
      <Said />
    </fieldset>
  );
}

/** What the choice of clients means for the run. */
function Said() {
  const { hosts, draft, sameHost } = useDraft();
  const count = draft.clientHostIds.length;
  if (count > 1)
    return (
      <p className="text-sm text-muted">
        {plural(count, 'client')} act as one: they start at one instant, and each has a share of every step by the CPUs
        that its tool may use.
      </p>
    );
  if (!sameHost || count === 0 || draft.target.kind === 'external') return null;
  return (
    <p className="text-sm text-muted">
      The same host: requests travel over loopback, and both sides share its CPUs unless you keep them apart by CPU
      sets.{' '}
      {hosts.length === 1 && (
        <Allowed needs="admin">
          To load it from another machine,{' '}
          <Link href="/hosts" className="text-accent underline-offset-2 hover:underline">
            enrol a second host
          </Link>
          .
        </Allowed>
      )}
    </p>
  );
}
