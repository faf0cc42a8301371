'use client';

import type { Host } from '@/api/types';
import { Field, SelectBox } from '@/components/field';
import { formatBitsPerSecond } from '@/lib/format';
import { linkSentence, type ServerAddress, serverAddresses } from '@/lib/server-address';
import { useDraft } from './draft-form';

/** Where the load generator reaches the server. On one host that is loopback, and there is nothing to choose. */
export function ServerAddressField() {
  const { draft, server, client, sameHost } = useDraft();
  if (!server || !client || (sameHost && draft.address === '')) return null;
  return <AddressSelect server={server} client={client} />;
}

function AddressSelect({ server, client }: { server: Host; client: Host }) {
  const { form, draft, sameHost, errorAt } = useDraft();
  const error = errorAt('address');
  const addresses = serverAddresses(server.facts, client.facts);
  const [best] = addresses;
  const automatic = sameHost ? 'loopback' : best ? `${best.address} on ${best.nic.name}` : 'none found';
  const used = draft.address === '' ? best : addresses.find(({ address }) => address === draft.address);
  const hint = used && !sameHost ? linkSentence(used, server.facts, client.facts, draft.path) : undefined;
  return (
    <Field id="server-address" label="Address of the server" error={error} hint={hint}>
      <SelectBox id="server-address" error={error} className="max-w-[34rem]" {...form.register('address')}>
        <option value="">{`automatic: ${automatic}`}</option>
        {addresses.map((option) => (
          <option key={option.address} value={option.address}>
            {optionText(option)}
          </option>
        ))}
        {draft.address !== '' && !used && (
          <option value={draft.address}>{`${draft.address} · not among its addresses now`}</option>
        )}
      </SelectBox>
    </Field>
  );
}

function optionText({ address, nic, clientNic }: ServerAddress): string {
  const speed = nic.speedBitsPerSecond === null ? 'speed not known' : formatBitsPerSecond(nic.speedBitsPerSecond);
  return `${address} · ${nic.name} · ${speed}${clientNic ? ' · same subnet' : ''}`;
}
