'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { post } from '@/api/client';
import { CodeLine } from '@/ui/code-line';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { showRefusal } from '../shell/form-refusal';
import { BackupCodesDialog } from './backup-codes';
import { Buttons, PasswordStep } from './password-step';

interface Begun {
  uri: string;
  backupCodes: string[];
}

/** The password, then the app and its first code, then the backup codes. */
export function SecondFactorDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [on, setOn] = useState(false);
  if (begun && on) {
    return <BackupCodesDialog codes={begun.backupCodes} news="Two-factor authentication is on." onClose={onClose} />;
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
        <PasswordStep
          email={email}
          failed="Not begun"
          ask={(password) => post('/api/v1/account/second-factor', { password })}
          onAnswer={setBegun}
          onCancel={onClose}
        />
      )}
    </Dialog>
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
        <Key text={new URL(uri).searchParams.get('secret') ?? ''} />
      </div>
      <TextField
        id="second-factor-code"
        label="Code of the app"
        hint="Six digits, new every 30 seconds."
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        error={form.formState.errors.code?.message}
        {...form.register('code', { required: 'Type the code that the app shows.' })}
      />
      <Buttons action="Turn on" acting={confirm.isPending} onCancel={onCancel} />
    </form>
  );
}

/** In fours, to be typed. The gaps are no characters: what is marked and copied by hand has none either. */
const Key = ({ text }: { text: string }) => (
  <CodeLine text={text} copyLabel="Copy the key">
    {(text.match(/.{1,4}/g) ?? []).map((four, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part of a text that does not change
      <span key={at} className="mr-[1ch] inline-block">
        {four}
      </span>
    ))}
  </CodeLine>
);
