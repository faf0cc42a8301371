'use client';

import type { Webhook, WebhookAttempt, WebhookDelivery } from '@contract/webhook';
import { TEST_EVENT_NAME, WEBHOOK_EVENTS } from '@contract/webhook-words';
import { nameOfWebhook } from '@rules/webhooks/name-of-webhook';
import { plural } from '@rules/words/numbers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { get, post } from '@/api/client';
import { useNowUs } from '@/ui/browser/now';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { Dialog } from '@/ui/dialog';
import { type ListColumn, ListTable } from '@/ui/list-table';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { showToast } from '@/ui/toast';
import { Until, When } from '@/ui/when';

const AGAIN_MS = 3_000;

export function WebhookLog({ webhook }: { webhook: Webhook }) {
  const path = { webhookId: webhook.id };
  const log = useQuery({
    queryKey: ['webhooks', webhook.id],
    queryFn: ({ signal }) => get('/api/v1/webhooks/:webhookId/deliveries', { path, signal }),
    refetchInterval: AGAIN_MS,
  });
  const list = log.data?.deliveries ?? [];
  return (
    <Panel title="Messages" aside={`to ${nameOfWebhook(webhook)}, the newest first`} flush>
      {webhook.disabledSentence !== null && (
        <p className="px-4 pb-2 text-sm text-muted sm:px-5">{webhook.disabledSentence} Nothing is sent.</p>
      )}
      <QueryState query={log} what="the log" rows={2} within="panel" />
      {log.isSuccess && list.length === 0 && (
        <p className="px-4 pb-4 pt-1 text-sm text-muted sm:px-5">
          None yet. Send a test to see whether messages arrive.
        </p>
      )}
      {list.length > 0 && (
        <ListTable
          label={`Messages to ${nameOfWebhook(webhook)}`}
          rows={list}
          keyOf={({ id }) => id}
          name={NAME}
          columns={COLUMNS}
          actions={(delivery) => <MessageActions webhook={webhook} delivery={delivery} />}
        />
      )}
    </Panel>
  );
}

const nameOfEvent = (type: string): string =>
  type in WEBHOOK_EVENTS ? WEBHOOK_EVENTS[type as keyof typeof WEBHOOK_EVENTS].name : TEST_EVENT_NAME;

const NAME: ListColumn<WebhookDelivery> = { head: 'Message', cell: ({ type }) => nameOfEvent(type) };
const TONES = { delivered: 'ok', pending: 'warn', failed: 'bad' } as const;

const COLUMNS: ListColumn<WebhookDelivery>[] = [
  { head: 'When', cell: ({ atUs }) => <When atUs={atUs} /> },
  {
    head: 'State',
    cell: ({ state, attempts }) => (
      <Chip tone={state === 'pending' && attempts.length === 0 ? 'live' : TONES[state]}>
        {state === 'pending' && attempts.length === 0 ? 'sending' : STATE_NAMES[state]}
      </Chip>
    ),
  },
  {
    head: 'Last answer',
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last ? (
        <span className="block max-w-[30rem] whitespace-normal">
          {last.fault ?? `${last.status} in ${last.tookMs} ms`}
        </span>
      ) : null;
    },
  },
  {
    head: 'Next attempt',
    cell: ({ nextAttemptAtUs, attempts }) =>
      nextAttemptAtUs === null || attempts.length === 0 ? null : <NextAttempt atUs={nextAttemptAtUs} />,
  },
];
const STATE_NAMES = { delivered: 'delivered', pending: 'retrying', failed: 'given up' } as const;

function NextAttempt({ atUs }: { atUs: number }) {
  return atUs <= useNowUs(1_000) ? 'now' : <Until atUs={atUs} />;
}

function MessageActions({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const [shown, setShown] = useState(false);
  const queries = useQueryClient();
  const path = { webhookId: webhook.id, deliveryId: delivery.id };
  const replay = useMutation({
    mutationFn: () => post('/api/v1/webhooks/:webhookId/deliveries/:deliveryId/replay', undefined, { path }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
    onError: (error) => showToast({ title: error.message, bad: true }),
  });
  const { messageId } = delivery;
  return (
    <>
      <Button onClick={() => setShown(true)} aria-label={`Details of ${messageId}`}>
        Details
      </Button>
      {webhook.disabledSentence === null && (
        <Button onClick={() => replay.mutate()} disabled={replay.isPending} aria-label={`Replay ${messageId}`}>
          Replay
        </Button>
      )}
      <Dialog
        open={shown}
        onOpenChange={setShown}
        title={nameOfEvent(delivery.type)}
        description={`webhook-id: ${messageId}`}
      >
        <Details delivery={delivery} />
      </Dialog>
    </>
  );
}

function Details({ delivery: { body, attempts } }: { delivery: WebhookDelivery }) {
  return (
    <div className="grid gap-3 text-sm">
      <Block title="Sent" text={body} none="Nothing was sent yet." />
      <section className="grid gap-2">
        <h3 className="text-xs font-medium text-muted">{plural(attempts.length, 'attempt')}</h3>
        <ol className="grid gap-2">
          {attempts.toReversed().map((attempt) => (
            <Attempt key={attempt.atUs} attempt={attempt} />
          ))}
        </ol>
      </section>
    </div>
  );
}

function Attempt({ attempt: { atUs, tookMs, status, reply, fault } }: { attempt: WebhookAttempt }) {
  return (
    <li className="grid gap-1">
      <p>
        <When atUs={atUs} />: {fault ?? `answered ${status}`} <span className="text-muted">({tookMs} ms)</span>
      </p>
      {reply && <Block title="Answer" text={reply} none="" />}
    </li>
  );
}

function Block({ title, text, none }: { title: string; text: string | null; none: string }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
      {text === null ? (
        <p className="text-muted">{none}</p>
      ) : (
        <pre className="max-h-60 overflow-auto whitespace-pre-wrap rounded-control border border-line bg-raised p-2 font-mono text-xs [overflow-wrap:anywhere]">
          {text}
        </pre>
      )}
    </section>
  );
}
