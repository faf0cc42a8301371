'use client';

import { onOneMachine } from '@rules/hosts/machine';
import { asksServices } from '@rules/spec/backend-check';
import { plural } from '@rules/words/numbers';
import { serverAddresses } from '@/features/draft/server-address';
import { useDraft } from '@/features/new-run/draft-form';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';

/** Where the services run that the target asks. Nothing where it asks none. */
export function BackendHostField() {
  const { run } = useDraft();
  if (!asksServices(run.spec.target)) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <HostSelect />
      <AddressSelect />
    </div>
  );
}

function HostSelect() {
  const { form, draft, hosts, hostOf, server, labelOf, errorAt } = useDraft();
  const error = errorAt('backendHostId');
  const chosen = draft.backendHostId;
  const host = hostOf(chosen);
  const others = hosts.filter(({ id }) => id !== draft.serverHostId && !draft.clientHostIds.includes(id));
  const choose = (hostId: string): void => {
    const options = { shouldDirty: true, shouldTouch: true };
    form.setValue('backendHostId', hostId, options);
    form.setValue('backendAddress', '', options);
  };
  return (
    <Field
      id="backend-host"
      label="Where its services run"
      error={error}
      hint={hintOf(host !== null && server !== null && onOneMachine(host.facts, server.facts), chosen, others.length)}
    >
      <SelectBox
        id="backend-host"
        name="backendHostId"
        error={error}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">on the server’s host</option>
        {chosen !== '' && !others.some(({ id }) => id === chosen) && <option value={chosen}>{labelOf(chosen)}</option>}
        {others.map(({ id, facts, status }) => (
          <option key={id} value={id}>{`${labelOf(id)} · ${plural(facts.cpus, 'CPU')} · ${status}`}</option>
        ))}
      </SelectBox>
    </Field>
  );
}

function hintOf(oneMachine: boolean, chosen: string, others: number): string {
  if (oneMachine) return 'Its agent shares a machine with the server’s: they take CPU time from each other.';
  if (chosen !== '') return 'Its agent starts them for the run, fills them and takes them down.';
  const choice = others === 0 ? ' Enrol a third host to have them apart.' : '';
  return `They take CPU time from the server.${choice}`;
}

/** Where the target reaches them. */
function AddressSelect() {
  const { form, draft, hostOf, server, errorAt } = useDraft();
  const error = errorAt('backendAddress');
  const host = hostOf(draft.backendHostId);
  if (!host || !server) return null;
  const addresses = serverAddresses(host.facts, server.facts);
  const [best] = addresses;
  const asked = draft.backendAddress;
  return (
    <Field id="backend-address" label="Address of the services" error={error}>
      <SelectBox id="backend-address" error={error} {...form.register('backendAddress')}>
        <option value="">{`automatic: ${best ? `${best.address} on ${best.nic.name}` : 'none found'}`}</option>
        {addresses.map(({ address, nic }) => (
          <option key={address} value={address}>{`${address} · ${nic.name}`}</option>
        ))}
        {asked !== '' && !addresses.some(({ address }) => address === asked) && (
          <option value={asked}>{`${asked} · not among its addresses now`}</option>
        )}
      </SelectBox>
    </Field>
  );
}
