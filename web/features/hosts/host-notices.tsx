'use client';

import type { Host } from '@contract/host';
import { closedTitle, cordonText, drainText } from '@rules/hosts/availability';
import { asSentence, capitalised } from '@rules/words/text';
import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { post } from '@/api/client';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { Notice } from '@/ui/notice';
import { showToast } from '@/ui/toast';
import { When } from '@/ui/when';
import { Allowed, NeedsRole } from '../shell/allowed';
import { useHostChanged } from './hosts-query';
import { ClearDirtyConfirm } from './manage/clear-dirty-confirm';
import { useSetAvailability } from './manage/set-availability';

/** Of a host that has something for `HostNotices` to say. */
export const isTroubled = ({ dirtyReason, status, facts, availability, refused }: Host): boolean =>
  dirtyReason !== null ||
  status === 'offline' ||
  availability !== 'open' ||
  facts.configurationFault !== undefined ||
  refused !== undefined;

/** Why a host takes no run or not what its file says, and what can be done about it. */
export function HostNotices({ host }: { host: Host }) {
  return (
    <>
      {host.availability !== 'open' && <Closed host={host} />}
      {host.refused !== undefined && (
        <Notice kind="warn" title="An agent with its credential is refused">
          {host.refused}
        </Notice>
      )}
      {host.facts.configurationFault !== undefined && (
        <Notice kind="bad" title="Its configuration file is broken">
          <p className="[overflow-wrap:anywhere]">{capitalised(asSentence(host.facts.configurationFault))}</p>
          <p className="mt-1">Mend the file; its agent reads it again by itself.</p>
        </Notice>
      )}
      {(host.status === 'awaited' || host.status === 'gone') && <OfLaunch host={host} status={host.status} />}
      {host.dirtyReason !== null && <Dirty host={host} reason={host.dirtyReason} />}
      {host.status === 'offline' && (
        <Notice kind="bad" title="Its agent is not connected">
          {host.dirtyReason === null ? (
            'Start it again on the host as it was started; with its data folder it needs no new token.'
          ) : (
            <PutBackThere />
          )}
        </Notice>
      )}
    </>
  );
}

/** Who closed it, when and what for; what that means; and the way back. */
function Closed({ host }: { host: Host }) {
  const set = useSetAvailability(host);
  const isCordoned = host.availability === 'cordoned';
  return (
    <Notice
      kind={isCordoned ? 'warn' : 'info'}
      title={closedTitle(host)}
      actions={
        <Allowed needs="admin" otherwise={<NeedsRole needs="admin" to="open it for runs" />}>
          <Button disabled={set.isPending} onClick={() => set.mutate({ availability: 'open' })}>
            {set.isPending ? 'Opening …' : 'Open for runs'}
          </Button>
        </Allowed>
      }
    >
      {isCordoned ? cordonText(host) : drainText(host)}{' '}
      {host.closed && (
        <>
          Closed <When atUs={host.closed.atUs} />.
        </>
      )}
    </Notice>
  );
}

const LAUNCHED = {
  awaited: [
    'It is being launched',
    'A run that names it waits for it. What is shown of it is known of its instance type.',
  ],
  gone: ['Its launch is over', 'It was launched for runs, and takes no more. What was measured on it is kept.'],
} as const;

/** A host that is not there yet, or no more. */
function OfLaunch({ host, status }: { host: Host; status: keyof typeof LAUNCHED }) {
  const [title, sentence] = LAUNCHED[status];
  return (
    <Notice kind="info" title={title}>
      {sentence}{' '}
      {host.launchId && (
        <Link href={`/cloud/${host.launchId}`} className="text-accent underline-offset-2 hover:underline">
          Its launch
        </Link>
      )}
    </Notice>
  );
}

/** Only the person who started the agent knows its arguments and its folder. */
function PutBackThere() {
  return (
    <>
      <p>Start its agent again as it was started; it puts back what its journal holds.</p>
      <p className="mt-1">
        If it cannot start:{' '}
        <code className="font-mono text-xs">sudo &lt;its program&gt; restore --data &lt;its data folder&gt;</code> on
        the host. I vouch for it is the last resort: it puts nothing back.
      </p>
    </>
  );
}

function Dirty({ host, reason }: { host: Host; reason: string }) {
  const [vouching, setVouching] = useState(false);
  const changed = useHostChanged();
  const restore = useMutation({
    mutationFn: () => post('/api/v1/hosts/:hostId/restore', undefined, { path: { hostId: host.id } }),
    onSuccess: (next) => {
      if (next.dirtyReason === null)
        showToast({ title: `${next.name} reads as it did before the run. It takes runs again.`, about: [next.id] });
      return changed(next);
    },
  });
  return (
    <>
      <Notice
        kind="warn"
        title="Takes no run until it is put back or a person vouches for it"
        actions={
          <Allowed needs="operator" otherwise={<NeedsRole needs="operator" to="put it back" />}>
            {host.status !== 'offline' && (
              <Button look="primary" disabled={restore.isPending} onClick={() => restore.mutate()}>
                {restore.isPending ? 'Putting back …' : 'Put back'}
              </Button>
            )}
            <Button onClick={() => setVouching(true)}>I vouch for it …</Button>
          </Allowed>
        }
      >
        <p>{reason}</p>
        {restore.data && (
          <p role="status" className="mt-1">
            It was asked to put everything back, and does not read as before yet: see above what differs.
          </p>
        )}
      </Notice>
      {restore.isError && (
        <ErrorNotice title="The host could not be put back" error={restore.error} retry={() => restore.mutate()} />
      )}
      <ClearDirtyConfirm host={host} open={vouching} onOpenChange={setVouching} />
    </>
  );
}
