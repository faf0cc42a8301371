'use client';

import { useDraft } from '@/features/new-run/draft-form';
import { LabelledChoice } from '@/features/new-run/labelled-choice';
import { SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { SwitchField } from '@/ui/inputs/switch-field';

const PROTOCOLS: { value: 'http/1.1' | 'h2'; label: string }[] = [
  { value: 'http/1.1', label: 'HTTP/1.1' },
  { value: 'h2', label: 'HTTP/2' },
];

/** How the requests travel. */
export function TransportFields() {
  const { form, draft, run, input, errorAt } = useDraft();
  const tls = run.spec.load.tls !== null;
  const { protocol, cookies } = draft.transport;
  const error = errorAt('transport.cookies');
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <LabelledChoice
          field="transport.protocol"
          label="Protocol"
          value={protocol}
          onChange={(next) => form.setValue('transport.protocol', next, { shouldDirty: true })}
          options={PROTOCOLS}
          hint={
            protocol === 'h2'
              ? `${tls ? 'Agreed on by TLS (ALPN)' : 'In the clear, by prior knowledge'}; pipelining is the streams of each connection.`
              : 'One request at a time on a connection, or pipelined.'
          }
          error={errorAt('transport.protocol')}
        />
        <TextField
          id="requests-per-connection"
          label="Requests per connection"
          inputMode="numeric"
          placeholder="as many as come"
          hint="Then it is closed and another one opened. 1 measures connecting too."
          {...input('transport.requestsPerConnection')}
        />
      </div>
      {tls && <TlsFields />}
      <div>
        <SwitchField
          id="cookies"
          label="Cookies"
          hint="Each connection keeps the cookies that it is given, and sends them back."
          checked={cookies}
          onChange={(next) => form.setValue('transport.cookies', next, { shouldDirty: true })}
        />
        {error && <p className="mt-1 text-xs text-bad">{error}</p>}
      </div>
    </div>
  );
}

function TlsFields() {
  const { form, draft, input, errorAt } = useDraft();
  const { verify, resume } = draft.transport;
  const reference = draft.target.kind === 'reference';
  const error = errorAt('transport.verify');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        id="tls-verify"
        label="Certificate of the target"
        error={error}
        hint={
          verify === 'any' ? (
            <span className="text-warn">Nothing is verified, and every figure of the run says so.</span>
          ) : reference ? (
            'The one that the reference server makes at start is trusted, and no other.'
          ) : (
            'By an authority of the clients’ systems, or of their hosts’ configuration files (certificateAuthorities).'
          )
        }
      >
        <SelectBox id="tls-verify" error={error} {...form.register('transport.verify')}>
          <option value="host">has to be trusted</option>
          <option value="any">any is taken</option>
        </SelectBox>
      </Field>
      <TextField
        id="tls-server-name"
        label="Server name (SNI)"
        placeholder="the target’s address"
        className="font-mono"
        {...input('transport.serverName')}
      />
      <div>
        <SwitchField
          id="tls-resume"
          label="Resume sessions"
          hint={
            resume
              ? 'A new connection takes up the session of an earlier one.'
              : 'Each new connection makes a full handshake.'
          }
          checked={resume}
          onChange={(next) => form.setValue('transport.resume', next, { shouldDirty: true })}
        />
        {errorAt('transport.resume') && <p className="mt-1 text-xs text-bad">{errorAt('transport.resume')}</p>}
      </div>
    </div>
  );
}
