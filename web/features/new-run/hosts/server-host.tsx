'use client';

import { statusWords } from '@rules/hosts/availability';
import { plural } from '@rules/words/numbers';
import { useState } from 'react';
import { HostStatusChips } from '@/features/hosts/host-status';
import { useDraft } from '@/features/new-run/draft-form';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { HostBrief } from './host-brief';
import { HostTrouble } from './host-trouble';
import { type Choice, usePick, usePools } from './pool-choice';

/** The host of the target: which, how it is, what it is made of. */
export function ServerHost() {
  const { server, errorAt } = useDraft();
  const [asked, setAsked] = useState<string | null>(null);
  const pickServer = usePickServer();
  // As things are now: a host of the pool may be opened after it was asked for.
  const lack = asked === null ? null : pickServer(asked).fault;
  const error = lack ?? errorAt('serverHostId');
  return (
    <div className="grid min-w-0 content-start gap-3">
      <Field id="server-host" label="Server host" error={error}>
        <div className="flex items-center gap-3">
          <HostSelect error={error} onLack={setAsked} />
          {server && <HostStatusChips host={server} />}
        </div>
      </Field>
      {server && <HostTrouble host={server} />}
      {server && <HostBrief host={server} side="server" />}
    </div>
  );
}

interface HostSelectProps {
  error: string | undefined;
  /** The pool that was chosen and has no host; null: there is one, or none was chosen. */
  onLack: (label: string | null) => void;
}

/** What no id of a host begins with. */
const ANY_OF = 'any of ';

function HostSelect({ error, onLack }: HostSelectProps) {
  const { form, draft, hosts, labelOf, sameHost } = useDraft();
  const pools = usePools();
  const pickServer = usePickServer();
  const { ref, name, onBlur } = form.register('serverHostId');
  const chosen = draft.serverHostId;
  const choose = (hostId: string): void => {
    const options = { shouldDirty: true, shouldTouch: true };
    // Whoever has one host for both moves both; an address belongs to the server it was chosen for.
    if (sameHost) form.setValue('clientHostIds', [hostId], options);
    form.setValue('serverHostId', hostId, options);
    form.setValue('address', '', options);
  };
  const take = (value: string): void => {
    if (!value.startsWith(ANY_OF)) {
      onLack(null);
      return choose(value);
    }
    const label = value.slice(ANY_OF.length);
    const { hostIds, fault } = pickServer(label);
    onLack(fault === null ? null : label);
    if (fault === null) choose(hostIds[0] ?? '');
  };
  return (
    <SelectBox
      id="server-host"
      ref={ref}
      name={name}
      onBlur={onBlur}
      error={error}
      value={chosen}
      onChange={(event) => take(event.target.value)}
    >
      {!hosts.some((host) => host.id === chosen) && (
        <option value={chosen}>{chosen === '' ? 'choose a host' : `${labelOf(chosen)} · not enrolled any more`}</option>
      )}
      {hosts.map((host) => (
        <option key={host.id} value={host.id}>
          {`${labelOf(host.id)} · ${plural(host.facts.cpus, 'CPU')} · ${statusWords(host).join(', ')}`}
        </option>
      ))}
      {pools.length > 0 && (
        <optgroup label="Any of a pool">
          {pools.map(({ label, count }) => (
            <option key={label} value={`${ANY_OF}${label}`}>
              {`any of pool ${label} · ${plural(count, 'host')}`}
            </option>
          ))}
        </optgroup>
      )}
    </SelectBox>
  );
}

/** Whoever has one host for both moves both, so only clients apart are out of the question. */
function usePickServer(): (label: string) => Choice {
  const { draft, sameHost } = useDraft();
  const pick = usePick();
  return (label) => pick(label, 1, sameHost ? [] : draft.clientHostIds);
}
