'use client';

import type { Host } from '@contract/host';
import { meanBytes } from '@rules/spec/reference-routes';
import { mixText } from '@rules/spec/target-words';
import { formatBitsPerSecond } from '@rules/words/numbers';
import { askedAddress, linkSentence, type ServerAddress, serverAddresses } from '@/features/draft/server-address';
import { useDraft } from '@/features/new-run/draft-form';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';

/** Where the load generator reaches the server. On one host that is loopback, and there is nothing to choose. */
export function ServerAddressField() {
  const { draft, server, hostOf, apart, sameHost } = useDraft();
  const clients = apart.flatMap((id) => hostOf(id) ?? []);
  if (!server || (sameHost && draft.address === '') || (!sameHost && clients.length === 0)) return null;
  return <AddressSelect server={server} clients={sameHost ? [server] : clients} />;
}

function AddressSelect({ server, clients }: { server: Host; clients: Host[] }) {
  const { form, draft, sameHost, errorAt } = useDraft();
  const error = errorAt('address');
  const [first = server, ...others] = clients;
  const addresses = serverAddresses(
    server.facts,
    first.facts,
    others.map(({ facts }) => facts),
  );
  const [best] = addresses;
  const automatic = sameHost ? 'loopback' : best ? `${best.address} on ${best.nic.name}` : 'none found';
  const used = askedAddress(draft.address || null, addresses);
  const answer = useAnswer();
  const link = used && !sameHost ? linkSentence(used, server.facts, first.facts, answer) : undefined;
  const hint = link && others.length > 0 ? `From ${first.name}: ${link}` : link;
  return (
    <Field id="server-address" label="Address of the server" error={error} hint={hint}>
      <SelectBox id="server-address" error={error} className="max-w-[34rem]" {...form.register('address')}>
        <option value="">{`automatic: ${automatic}`}</option>
        {addresses.map((option) => (
          <option key={option.address} value={(option === used && draft.address) || option.address}>
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
  const bits = nic.bandwidthBitsPerSecond ?? nic.speedBitsPerSecond;
  const speed = bits === null ? 'speed not known' : formatBitsPerSecond(bits);
  return `${address} · ${nic.name} · ${speed}${clientNic ? ' · same subnet' : ''}`;
}

/** Bytes of a mean answer, where the target is known to the byte. */
function useAnswer(): { bytes: number; routes: string } | null {
  const { run } = useDraft();
  const { target, requests } = run.spec;
  const bytes = target.kind === 'reference' ? meanBytes(requests) : null;
  return bytes === null ? null : { bytes, routes: requests.length > 1 ? 'this mix' : mixText(requests) };
}
