'use client';

import { onOneMachine } from '@rules/hosts/machine';
import { shareText } from '@rules/spec/load-words';
import { plural } from '@rules/words/numbers';
import { serverIdOf } from '@/features/draft/run-draft';
import { HostStatusChips } from '@/features/hosts/host-status';
import { useDraft } from '@/features/new-run/draft-form';
import { setupOf } from '@/features/new-run/run-setup';
import { Chip } from '@/ui/chip';
import { useSetClients } from './pool-choice';

/** A host that may be a client, with its share of the load where there are several. */
export function ClientHost({ hostId, invalid }: { hostId: string; invalid: boolean }) {
  const { draft, hostOf, labelOf, server } = useDraft();
  const host = hostOf(hostId);
  const chosen = draft.clientHostIds.includes(hostId);
  const isServer = hostId === serverIdOf(draft);
  const beside = !isServer && host && server && onOneMachine(host.facts, server.facts);
  const share = useShare(hostId);
  const choose = useChoose();
  const id = `client-${hostId}`;
  return (
    <li className={chosen ? 'rounded-[4px] bg-accent-soft' : undefined}>
      <label htmlFor={id} className="flex cursor-pointer items-start gap-2.5 px-2 py-1.5">
        <input
          id={id}
          type="checkbox"
          name="clientHostIds"
          className="check-box mt-0.5 size-4"
          checked={chosen}
          aria-invalid={invalid || undefined}
          onChange={(event) => choose(hostId, event.target.checked)}
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
            <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{labelOf(hostId)}</span>
            <span className="text-xs text-muted">
              {host ? [plural(host.facts.cpus, 'CPU'), ...host.labels].join(' · ') : 'not enrolled any more'}
            </span>
            {host && host.status !== 'ready' && <HostStatusChips host={host} />}
            {isServer && <Chip>the server’s host</Chip>}
            {beside && <Chip tone="warn">same machine as the server</Chip>}
          </span>
          {chosen && share && <span className="block text-xs text-muted">{share}</span>}
        </span>
      </label>
    </li>
  );
}

function useChoose(): (hostId: string, chosen: boolean) => void {
  const { draft } = useDraft();
  const setClients = useSetClients();
  return (hostId, chosen) => {
    const wanted = new Set(draft.clientHostIds.filter(Boolean));
    if (chosen) wanted.add(hostId);
    else wanted.delete(hostId);
    setClients(wanted);
  };
}

/** '8 of 12 CPUs for the tools: 66.7 % of the load'; null where one client has it all, or a host is not known. */
function useShare(hostId: string): string | null {
  const { run, hostOf } = useDraft();
  const setup = run.spec.clients.length > 1 ? setupOf(run.spec, hostOf) : null;
  const own = setup?.clients.find((client) => client.hostId === hostId);
  if (!setup || !own) return null;
  const all = setup.clients.reduce((sum, { shareCpus }) => sum + shareCpus, 0);
  return `${plural(own.shareCpus, 'CPU')} of ${all} for the tool: ${shareText(own.shareCpus / all)} of the load`;
}
