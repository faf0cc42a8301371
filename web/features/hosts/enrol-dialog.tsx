'use client';

import type { JoinToken } from '@contract/host';
import { enrolLine } from '@rules/hosts/enrol-line';
import { hostOfUrl, isLoopback } from '@rules/hosts/ip-address';
import { isPrivateWay } from '@rules/hosts/plain-http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { post, remove } from '@/api/client';
import { ApiError } from '@/api/problem';
import { joinCommand } from '@/lib/command-text';
import { formatAbsolute, formatUntil } from '@/lib/time';
import { useNowUs } from '@/ui/browser/now';
import { Button } from '@/ui/button';
import { CodeLine } from '@/ui/code-line';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { Notice } from '@/ui/notice';
import { OnlyHere } from '../shell/only-here';
import { JOIN_TOKENS, useJoinTokens } from './join-tokens-panel';
import { LabelInput } from './manage/label-input';

/** How soon the dialog says that a host has joined. */
const LOOK_MS = 3_000;

interface EnrolDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  hostIds: string[];
}

interface Made {
  token: JoinToken;
  madeAtMs: number;
  /** The line that was shown before no longer works, or there was none. */
  replacedEnded: boolean;
}

/** Whether the token no longer works. 404: it was used or revoked before. */
const revoke = ({ id }: JoinToken): Promise<boolean> =>
  remove('/api/v1/join-tokens/:tokenId', { path: { tokenId: id } }).then(
    () => true,
    (error) => error instanceof ApiError && error.status === 404,
  );

/** Whether a list that was read since has it no more. */
function useIsUsed(made: Made | undefined): boolean {
  const { data, dataUpdatedAt } = useJoinTokens({ everyMs: LOOK_MS, enabled: made !== undefined });
  return made !== undefined && dataUpdatedAt > made.madeAtMs && !data?.tokens.some(({ id }) => id === made.token.id);
}

export function EnrolDialog({ open, onOpenChange, hostIds }: EnrolDialogProps) {
  const queries = useQueryClient();
  const shown = useRef<JoinToken | null>(null);
  const token = useMutation({
    // One after the other: the last one made is the one that is shown.
    scope: { id: 'join-token' },
    mutationFn: async (labels: string[]): Promise<Made> => {
      const made = await post('/api/v1/join-tokens', { labels });
      const replaced = shown.current;
      shown.current = made;
      return { token: made, madeAtMs: Date.now(), replacedEnded: replaced === null || (await revoke(replaced)) };
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: JOIN_TOKENS }),
  });
  const [before, setBefore] = useState<string[]>([]);
  const [labels, setLabels] = useState<string[]>([]);
  const { mutate, reset } = token;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one token for each opening, whatever joins meanwhile
  useEffect(() => {
    if (!open) return reset();
    setBefore(hostIds);
    setLabels([]);
    shown.current = null;
    mutate([]);
  }, [open, mutate, reset]);
  const isUsed = useIsUsed(token.data);
  const joined = isUsed && hostIds.some((id) => !before.includes(id));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Enrol a host"
      description="Run this line on the machine to measure on."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {token.isError && (
          <ErrorNotice title="No join token could be made" error={token.error} retry={() => mutate(labels)} />
        )}
        {token.isPending && (
          <p role="status" className="text-sm text-muted">
            Making a join token …
          </p>
        )}
        {token.data && <TokenCommand token={token.data.token} isUsed={joined} />}
        {!joined && (
          <Labels
            labels={labels}
            made={token.data}
            onChange={(next) => {
              setLabels(next);
              mutate(next);
            }}
          />
        )}
        {token.data && (
          <p role="status" className="text-sm text-muted">
            {joined
              ? 'A host has joined. You can close this; change its labels in the list.'
              : 'Waiting for the host to join; it appears in the list by itself.'}
          </p>
        )}
        <div className="flex justify-end">
          <Button look={joined ? 'primary' : 'plain'} onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface LabelsProps {
  labels: string[];
  /** What the line above was made of. */
  made: Made | undefined;
  onChange: (labels: string[]) => void;
}

/** The token carries them, so others make another line. */
function Labels({ labels, made, onChange }: LabelsProps) {
  const [draft, setDraft] = useState('');
  return (
    <section aria-label="Labels of the host" className="grid gap-1.5">
      <LabelInput
        label="Label for the host (optional)"
        labels={labels}
        onChange={onChange}
        draft={draft}
        onDraft={setDraft}
        addsOnLeave
      />
      {made && labels.length > 0 && (
        <p role="status" className="text-sm text-muted">
          The line above is new: it gives the host {labels.length === 1 ? 'this label' : 'these labels'}.{' '}
          {made.replacedEnded
            ? 'The one before works no more.'
            : 'The one before could not be revoked: do so under Open join tokens.'}
        </p>
      )}
    </section>
  );
}

function TokenCommand({ token, isUsed }: { token: JoinToken; isUsed: boolean }) {
  const nowUs = useNowUs(5000);
  const url = reachedAt(token.url);
  const oneLine = isPrivateWay(url);
  return (
    <>
      <OnlyHere url={url} then="Then open this page there." />
      {oneLine ? (
        <>
          <CodeLine text={enrolLine({ ...token, url })} copyLabel="Copy the command" />
          <ul className="grid gap-1.5 text-sm">
            <li>
              It downloads the agent and the reference server from this instance, checks them and starts the agent: by
              systemd where that runs, otherwise in the background. The machine needs Linux and curl.
            </li>
            <li>
              Root writes to <code className="font-mono text-xs">/usr/local/lib/millionrps-agent</code> and{' '}
              <code className="font-mono text-xs">/var/lib/millionrps-agent</code>. With systemd, root also adds a
              service and its user, and the agent runs as that user with four capabilities; without, it runs as root.
              Runs may then tune the host; each puts back what it changed.
            </li>
            <li>Leave out sudo at the end to install it for your user alone. That agent cannot tune the host.</li>
            <li>
              Run it again to bring an agent up to date. To uninstall it:{' '}
              <code className="font-mono text-xs [overflow-wrap:anywhere]">
                sudo /usr/local/lib/millionrps-agent/agent uninstall
              </code>
              ; installed without sudo,{' '}
              <code className="font-mono text-xs">~/.local/lib/millionrps-agent/agent uninstall</code>.
            </li>
            {token.fingerprint !== null && (
              <li>The fingerprint in the line is this instance’s key: curl and the agent talk to no other.</li>
            )}
          </ul>
        </>
      ) : (
        <PlainHttp url={url} token={token.token} />
      )}
      {!isUsed && (
        <p className="text-xs text-muted">
          The token is for one host and shown once. Closing this does not end it: it expires{' '}
          <time title={formatAbsolute(token.expiresAtUs)} className="font-medium text-ink">
            {formatUntil(token.expiresAtUs, nowUs)}
          </time>
          . Until then it stands under Open join tokens on the Hosts page, where you can revoke it.
        </p>
      )}
    </>
  );
}

/** Programs that run as root are not handed out in the clear. */
function PlainHttp({ url, token }: { url: string; token: string }) {
  return (
    <>
      <Notice kind="warn" title="This instance speaks plain HTTP.">
        Anybody in between can read the token and replace programs, so it hands out none. Start the instance with{' '}
        <code className="font-mono text-xs">MILLIONRPS_TLS=self-signed</code> to enrol hosts by one line. Or copy agent
        and server from .build/bin to the machine and run this beside them:
      </Notice>
      <CodeLine text={joinCommand(url, token)} copyLabel="Copy the command" />
    </>
  );
}

/** As the browser reached it, which other machines may, too, unless that is this machine’s own address. */
function reachedAt(publicUrl: string): string {
  const { origin } = window.location;
  const host = hostOfUrl(origin);
  return host !== null && isLoopback(host) ? publicUrl : origin;
}
