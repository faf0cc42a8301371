'use client';

import { statusWords } from '@rules/hosts/availability';
import { plural } from '@rules/words/numbers';
import { HostStatusChips } from '@/features/hosts/host-status';
import { useDraft } from '@/features/new-run/draft-form';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { HostBrief } from './host-brief';
import { HostTrouble } from './host-trouble';

/** The host of the target: which, how it is, what it is made of. */
export function ServerHost() {
  const { server, errorAt } = useDraft();
  const error = errorAt('serverHostId');
  return (
    <div className="grid min-w-0 content-start gap-3">
      <Field id="server-host" label="Server host" error={error}>
        <div className="flex items-center gap-3">
          <HostSelect error={error} />
          {server && <HostStatusChips host={server} />}
        </div>
      </Field>
      {server && <HostTrouble host={server} />}
      {server && <HostBrief host={server} side="server" />}
    </div>
  );
}

function HostSelect({ error }: { error: string | undefined }) {
  const { form, draft, hosts, labelOf, sameHost } = useDraft();
  const { ref, name, onBlur } = form.register('serverHostId');
  const chosen = draft.serverHostId;
  const choose = (hostId: string): void => {
    const options = { shouldDirty: true, shouldTouch: true };
    // Whoever has one host for both moves both; an address belongs to the server it was chosen for.
    if (sameHost) form.setValue('clientHostIds', [hostId], options);
    form.setValue('serverHostId', hostId, options);
    form.setValue('address', '', options);
  };
  return (
    <SelectBox
      id="server-host"
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
          {`${labelOf(host.id)} · ${plural(host.facts.cpus, 'CPU')} · ${statusWords(host).join(', ')}`}
        </option>
      ))}
    </SelectBox>
  );
}
