'use client';

import { Equal } from 'lucide-react';
import Link from 'next/link';
import { Button } from '@/components/button';
import { Field, SelectBox } from '@/components/field';
import { plural } from '@/lib/format';
import { HostStatusChip } from '../hosts/host-status';
import { Allowed } from '../shell/allowed';
import { useDraft } from './draft-form';
import { HostBrief } from './host-brief';
import { HostTrouble } from './host-trouble';

export type Side = 'server' | 'client';

const SIDES = {
  server: { field: 'serverHostId', id: 'server-host', label: 'Server host' },
  client: { field: 'clientHostId', id: 'client-host', label: 'Load generator host' },
} as const;

/** One side's host: which, how it is, what it is made of. */
export function HostSide({ side }: { side: Side }) {
  const { server, client, sameHost, errorAt, draft, labelOf } = useDraft();
  const { field, id, label } = SIDES[side];
  const host = side === 'server' ? server : client;
  const error = errorAt(field);
  const follows = side === 'client' && sameHost;
  return (
    <div className="grid min-w-0 content-start gap-3">
      <Field id={id} label={label} error={error}>
        <div className="flex items-center gap-3">
          <HostSelect side={side} error={error} />
          {host && !follows && <HostStatusChip status={host.status} />}
        </div>
      </Field>
      {host && !follows && <HostTrouble host={host} />}
      {host && !follows && <HostBrief host={host} side={side === 'server' ? 'server' : 'clients'} />}
      {follows && <SameHost />}
      {side === 'client' && !sameHost && <TakeSameHost label={labelOf(draft.serverHostId)} />}
    </div>
  );
}

function HostSelect({ side, error }: { side: Side; error: string | undefined }) {
  const { form, draft, hosts, labelOf } = useDraft();
  const { field, id } = SIDES[side];
  const { ref, name, onBlur } = form.register(field);
  const chosen = draft[field];
  const choose = (hostId: string): void => {
    const options = { shouldDirty: true, shouldTouch: true };
    // Whoever has one host for both moves both; an address belongs to the server it was chosen for.
    if (side === 'server' && draft.clientHostId === draft.serverHostId) form.setValue('clientHostId', hostId, options);
    form.setValue(field, hostId, options);
    form.setValue('address', '', options);
  };
  return (
    <SelectBox
      id={id}
      ref={ref}
      name={name}
      onBlur={onBlur}
      error={error}
      value={chosen}
      onChange={(event) => choose(event.target.value)}
    >
      {!hosts.some((host) => host.id === chosen) && (
        <option value={chosen}>{chosen === '' ? 'choose a host' : `${labelOf(chosen)} · not enrolled any more`}</option>
      )}
      {hosts.map((host) => (
        <option key={host.id} value={host.id}>
          {`${labelOf(host.id)} · ${plural(host.facts.cpus, 'CPU')} · ${host.status}`}
        </option>
      ))}
    </SelectBox>
  );
}

function SameHost() {
  const { hosts } = useDraft();
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

function TakeSameHost({ label }: { label: string }) {
  const { form, draft } = useDraft();
  const join = (): void => {
    form.setValue('clientHostId', draft.serverHostId, { shouldDirty: true, shouldTouch: true });
    form.setValue('address', '', { shouldDirty: true });
    // The button goes away with its reason.
    form.setFocus('clientHostId');
  };
  return (
    <Button className="justify-self-start" onClick={join} title={`Load generator on ${label}, beside the server`}>
      <Equal aria-hidden className="size-3.5" />
      On the same host
    </Button>
  );
}
