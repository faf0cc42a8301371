'use client';

import type { Host } from '@contract/host';
import { hasOtherProgram, programArchitecture, upgradeFault, upgradeTold } from '@rules/hosts/agent-upgrade';
import { plural } from '@rules/words/numbers';
import { useMutation, useQuery } from '@tanstack/react-query';
import { get, post } from '@/api/client';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { Marked } from '@/ui/mark';
import { Panel } from '@/ui/panel';
import { showToast } from '@/ui/toast';
import { When } from '@/ui/when';
import { Allowed, NeedsRole } from '../shell/allowed';
import { FactRow } from './host-facts';
import { useHostChanged } from './hosts-query';

const upgrade = (host: Host) => post('/api/v1/hosts/:hostId/upgrade-agent', undefined, { path: { hostId: host.id } });

/** The agents that the instance hands out, by architecture. */
function usePrograms() {
  const { data } = useQuery({
    queryKey: ['programs'],
    queryFn: ({ signal }) => get('/api/v1/programs', { signal }),
    refetchInterval: 15_000,
  });
  return (host: Host): string | null => {
    const architecture = programArchitecture(host.facts.architecture);
    return data?.programs.find((one) => one.architecture === architecture)?.agentSha256 ?? null;
  };
}

/** Which program a host's agent is, how its last upgrade ended, and the button for the next. */
export function AgentPanel({ host }: { host: Host }) {
  const changed = useHostChanged();
  const programOf = usePrograms();
  const ask = useMutation({ mutationFn: () => upgrade(host), onSuccess: changed });
  const fault = upgradeFault(host);
  const program = programOf(host);
  const isOther = hasOtherProgram(host, program);
  const { agentSha256, upgrades } = host.facts;
  const isSame = program !== null && agentSha256 === program;
  return (
    <Panel
      title="Agent"
      actions={
        fault === null &&
        !isSame && (
          <Allowed needs="admin" otherwise={<NeedsRole needs="admin" to="upgrade it" />}>
            <Button look={isOther ? 'primary' : 'plain'} disabled={ask.isPending} onClick={() => ask.mutate()}>
              {ask.isPending ? 'Asking it …' : 'Upgrade agent'}
            </Button>
          </Allowed>
        )
      }
    >
      <dl className="grid gap-2">
        <FactRow name="Version">
          {host.agentVersion}
          {agentSha256 && (
            <span className="text-muted">
              {' '}
              <code title={agentSha256} className="font-mono text-xs">
                {agentSha256.slice(0, 12)}
              </code>
            </span>
          )}
        </FactRow>
        <FactRow name="Upgrade">
          {host.upgrading ? (
            <span role="status">Downloading and switching; no run starts until it is back.</span>
          ) : fault !== null ? (
            fault
          ) : isOther ? (
            'This instance hands out another agent.'
          ) : isSame ? (
            'It is the agent that this instance hands out.'
          ) : (
            'Not known yet whether this instance hands out another agent.'
          )}
        </FactRow>
        {upgrades?.last && <LastUpgrade last={upgrades.last} />}
      </dl>
      {ask.isError && <ErrorNotice title="The agent was not upgraded" error={ask.error} retry={() => ask.mutate()} />}
    </Panel>
  );
}

function LastUpgrade({ last }: { last: NonNullable<NonNullable<Host['facts']['upgrades']>['last']> }) {
  const { title, why } = upgradeTold(last);
  return (
    <FactRow name="Last time">
      <Marked mark={last.result === 'upgraded' ? 'ok' : 'warn'}>{title}</Marked>{' '}
      <span className="text-muted">
        <When atUs={last.atUs} />
      </span>
      {why !== null && <p className="[overflow-wrap:anywhere]">{why}</p>}
    </FactRow>
  );
}

/** One button for all hosts that run another agent than the instance hands out and can be upgraded now. */
export function UpgradeAll({ hosts }: { hosts: Host[] }) {
  const changed = useHostChanged();
  const programOf = usePrograms();
  const older = hosts.filter((host) => upgradeFault(host) === null && hasOtherProgram(host, programOf(host)));
  const ask = useMutation({
    mutationFn: async () => {
      const results = await Promise.allSettled(older.map(upgrade));
      const [refused] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
      for (const result of results) if (result.status === 'fulfilled') await changed(result.value);
      if (refused) showToast({ title: refused.message, about: [] });
    },
  });
  if (older.length === 0) return null;
  return (
    <Allowed needs="admin">
      <Button disabled={ask.isPending} onClick={() => ask.mutate()}>
        {ask.isPending ? 'Asking them …' : `Upgrade ${plural(older.length, 'agent', 'agents')}`}
      </Button>
    </Allowed>
  );
}
