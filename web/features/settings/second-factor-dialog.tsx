'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { post } from '@/api/client';
import { Button } from '@/ui/button';
import { CodeLine } from '@/ui/code-line';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { showRefusal } from '../shell/form-refusal';
import { ShownOnce } from './shown-once';

interface Begun {
  uri: string;
  backupCodes: string[];
}

/** The password, then the app and its first code, then the backup codes. */
export function SecondFactorDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [on, setOn] = useState(false);
  if (begun && on) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        deliberate
        title="Your backup codes"
        description="Two-factor authentication is on. Each of these codes signs you in once, where you do not have the app."
      >
        <ShownOnce
          secret={begun.backupCodes.join('\n')}
          copyLabel="Copy the codes"
          note="Keep them where you keep passwords, not on the phone with the app."
          onDone={onClose}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Set up two-factor authentication"
      description={
        begun
          ? 'Scan the picture with an authenticator app, then type the code that the app shows.'
          : 'Confirm your password to begin.'
      }
    >
      {begun ? (
        <FirstCode uri={begun.uri} onOn={() => setOn(true)} onCancel={onClose} />
      ) : (
        <Begin email={email} onBegun={setBegun} onCancel={onClose} />
      )}
    </Dialog>
  );
}

interface BeginProps {
  email: string;
  onBegun: (begun: Begun) => void;
  onCancel: () => void;
}

function Begin({ email, onBegun, onCancel }: BeginProps) {
  const form = useForm({ defaultValues: { password: '' } });
  const begin = useMutation({
    mutationFn: async ({ password }: { password: string }) => {
      await post('/api/v1/account/proof', { password, code: null });
      return post('/api/v1/account/second-factor', { password });
    },
    onSuccess: onBegun,
    onError: (error) => showRefusal(form, error),
  });
  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((body) => begin.mutate(body))}>
      {begin.isError && <ErrorNotice title="Not begun" error={begin.error} />}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        id="second-factor-password"
        type="password"
        label="Your password"
        autoComplete="current-password"
        error={form.formState.errors.password?.message}
        {...form.register('password', { required: 'Type your password.' })}
      />
      <Buttons action="Continue" acting={begin.isPending} onCancel={onCancel} />
    </form>
  );
}

function FirstCode({ uri, onOn, onCancel }: { uri: string; onOn: () => void; onCancel: () => void }) {
  const queries = useQueryClient();
  const form = useForm({ defaultValues: { code: '' } });
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => post('/api/v1/account/second-factor/confirm', body),
    onSuccess: async () => {
      onOn();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['account'] }),
        queries.invalidateQueries({ queryKey: ['sessions'] }),
      ]);
    },
    onError: (error) => showRefusal(form, error),
  });
  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((body) => confirm.mutate(body))}>
      {confirm.isError && <ErrorNotice title="Not turned on" error={confirm.error} />}
      {/* Apps read dark on light, in either theme. */}
      <QRCodeSVG
        value={uri}
        size={184}
        marginSize={3}
        bgColor="#ffffff"
        fgColor="#000000"
        title="QR code for an authenticator app"
        className="justify-self-center rounded-control"
      />
      <div className="grid gap-1">
        <p className="text-xs text-muted">Or type this key into the app:</p>
        <CodeLine text={new URL(uri).searchParams.get('secret') ?? ''} copyLabel="Copy the key" />
      </div>
      <TextField
        id="second-factor-code"
        label="Code of the app"
        hint="Six digits, new every 30 seconds."
        inputMode="numeric"
        autoComplete="one-time-code"
        error={form.formState.errors.code?.message}
        {...form.register('code', { required: 'Type the code that the app shows.' })}
      />
      <Buttons action="Turn on" acting={confirm.isPending} onCancel={onCancel} />
    </form>
  );
}

interface ButtonsProps {
  action: string;
  acting: boolean;
  onCancel: () => void;
}

export function Buttons({ action, acting, onCancel }: ButtonsProps) {
  return (
    <div className="mt-1 flex justify-end gap-2">
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" look="primary" disabled={acting}>
        {action}
      </Button>
    </div>
  );
}
