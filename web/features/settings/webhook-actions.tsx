'use client';

import type { Webhook } from '@contract/webhook';
import { nameOfWebhook } from '@rules/webhooks/name-of-webhook';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { patch, post, remove } from '@/api/client';
import { Button, IconButton } from '@/ui/button';
import { Confirm, Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { Menu, MenuItem, MenuSeparator } from '@/ui/menu';
import { showToast } from '@/ui/toast';
import { ShownOnce } from './shown-once';
import { WebhookDialog } from './webhook-dialog';

type Asked = 'change' | 'rotate' | 'disable' | 'remove';

export function WebhookActions({ webhook, onLog }: { webhook: Webhook; onLog: () => void }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const name = nameOfWebhook(webhook);
  const path = { webhookId: webhook.id };
  const done = (): void => setAsked(null);
  const test = useAct(() => post('/api/v1/webhooks/:webhookId/test', undefined, { path }), onLog);
  const enable = useAct(() => patch('/api/v1/webhooks/:webhookId', { enabled: true }, { path }));
  const disable = useAct(() => patch('/api/v1/webhooks/:webhookId', { enabled: false }, { path }), done);
  const erase = useAct(() => remove('/api/v1/webhooks/:webhookId', { path }), done);
  const isOff = webhook.disabledSentence !== null;
  const one = (which: Asked) => ({ open: asked === which, onOpenChange: done });
  return (
    <>
      {isOff ? (
        <Button onClick={() => enable.mutate()} disabled={enable.isPending} aria-label={`Enable ${name}`}>
          Enable
        </Button>
      ) : (
        <Button onClick={() => test.mutate()} disabled={test.isPending} aria-label={`Send a test to ${name}`}>
          Send a test
        </Button>
      )}
      <Menu
        align="end"
        trigger={
          <IconButton label={`More of ${name}`}>
            <MoreHorizontal aria-hidden className="size-4" />
          </IconButton>
        }
      >
        <MenuItem onSelect={onLog}>Show the log</MenuItem>
        <MenuItem onSelect={() => setAsked('change')}>Change …</MenuItem>
        <MenuItem onSelect={() => setAsked('rotate')}>Rotate the secret …</MenuItem>
        {!isOff && <MenuItem onSelect={() => setAsked('disable')}>Disable …</MenuItem>}
        <MenuSeparator />
        <MenuItem danger onSelect={() => setAsked('remove')}>
          Remove …
        </MenuItem>
      </Menu>
      <WebhookDialog key={asked} {...one('change')} webhook={webhook} />
      <RotateDialog webhook={webhook} {...one('rotate')} />
      <Confirm
        {...one('disable')}
        title={`Disable ${name}?`}
        action="Disable"
        acting="Disabling …"
        back="Leave it"
        act={disable}
        onConfirm={() => disable.mutate()}
      >
        <p>Nothing more is sent to it, and what waits is given up. You can enable it again and replay messages.</p>
      </Confirm>
      <Confirm
        {...one('remove')}
        title={`Remove ${name}?`}
        action="Remove the webhook"
        acting="Removing …"
        back="Keep it"
        act={erase}
        onConfirm={() => erase.mutate()}
      >
        <p>Its log and its secret go with it. This cannot be taken back.</p>
      </Confirm>
    </>
  );
}

/** What went wrong without a dialog is said in a corner. */
function useAct<T>(mutationFn: () => Promise<T>, onDone: () => void = () => {}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      onDone();
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onError: (error) => showToast({ title: error.message, bad: true }),
  });
}

function RotateDialog({ webhook, open, onOpenChange }: { webhook: Webhook; open: boolean; onOpenChange: () => void }) {
  const path = { webhookId: webhook.id };
  const rotate = useAct(() => post('/api/v1/webhooks/:webhookId/rotate', undefined, { path }));
  const close = (): void => {
    rotate.reset();
    onOpenChange();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      deliberate={rotate.isSuccess}
      title={rotate.data ? 'The new secret' : `Rotate the secret of ${nameOfWebhook(webhook)}?`}
      description={
        rotate.data
          ? 'Give it to the receiver. The secret before signs too for 24 hours.'
          : 'Messages are signed with both secrets for 24 hours, then with the new one alone.'
      }
    >
      {rotate.data ? (
        <ShownOnce
          secret={rotate.data.secret}
          copyLabel="Copy the secret"
          note="It cannot be read here again."
          onDone={close}
        />
      ) : (
        <div className="grid gap-4">
          {rotate.isError && <ErrorNotice title="That did not work" error={rotate.error} />}
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Keep the secret</Button>
            <Button look="primary" onClick={() => rotate.mutate()} disabled={rotate.isPending}>
              Make a new one
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
