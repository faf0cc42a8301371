'use client';

import { METHODS } from '@contract/choices';
import { plainCredentials } from '@rules/requests/plain-credentials';
import { bodyText } from '@rules/requests/request-words';
import { jsonFault } from '@/features/draft/requests/json-fault';
import type { RequestDrafts } from '@/features/draft/target-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { LabelledChoice } from '@/features/new-run/labelled-choice';
import { classNames } from '@/ui/class-names';
import { controlClass, describedBy, SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { BodyFile } from './body-file';

interface RequestEditorProps {
  list: keyof RequestDrafts;
  index: number;
}

/** What a request is beside its path: method, headers, body, and the answer that it has to get. */
export function RequestEditor({ list, index }: RequestEditorProps) {
  const { form, errorAt } = useDraft();
  const at = `requests.${list}.${index}` as const;
  const error = errorAt(`${at}.method`);
  return (
    <div className="grid gap-4 rounded-card border border-line bg-bg/40 p-3">
      <Field id={`${at}.method`} label="Method" error={error}>
        <SelectBox id={`${at}.method`} error={error} className="max-w-40 font-mono" {...form.register(`${at}.method`)}>
          {METHODS.map((method) => (
            <option key={method} value={method}>
              {method}
            </option>
          ))}
        </SelectBox>
      </Field>
      <Headers list={list} index={index} />
      <Body list={list} index={index} />
      <Expected list={list} index={index} />
    </div>
  );
}

function Headers({ list, index }: RequestEditorProps) {
  const { form, run, errorAt } = useDraft();
  const field = `requests.${list}.${index}.headers` as const;
  const error = errorAt(field);
  const plain = plainCredentials(run.spec.requests[index]?.headers ?? []);
  return (
    <Field
      id={field}
      label="Headers, one a line"
      error={error}
      hint={
        plain.length > 0 && !error ? (
          <span className="text-warn">
            {plain.join(', ')}: this value is stored and shared. Name a secret of the client hosts’ configuration files
            in its place, such as {'{{secret:api-token}}'}.
          </span>
        ) : (
          'A secret of the client hosts’ configuration files stands as {{secret:api-token}}; its value is never stored.'
        )
      }
    >
      <Lines
        field={field}
        error={error}
        placeholder={'Content-Type: application/json\nAuthorization: {{secret:api-token}}'}
        register={form.register(field)}
      />
    </Field>
  );
}

const BODIES = [
  { value: 'none', label: 'None' },
  { value: 'text', label: 'Text or JSON' },
  { value: 'kept', label: 'File' },
] as const;

function Body({ list, index }: RequestEditorProps) {
  const { form, draft, run, errorAt } = useDraft();
  const at = `requests.${list}.${index}` as const;
  const { body, bodyText: text, keptBody } = draft.requests[list][index] ?? {};
  const error = errorAt(`${at}.bodyText`);
  const request = run.spec.requests[index];
  const fault = text && request && jsonFault(text, request.headers);
  return (
    <div className="grid gap-2">
      <LabelledChoice
        field={`${at}.body`}
        label="Body"
        value={body ?? 'none'}
        onChange={(kind) => form.setValue(`${at}.body`, kind, { shouldDirty: true })}
        options={[...BODIES]}
        hint={body === 'kept' && keptBody && request ? bodyText(request) : undefined}
        error={body === 'text' ? undefined : error}
      />
      {body === 'kept' && (
        <BodyFile
          id={`${at}.file`}
          onBody={(file) => form.setValue(`${at}.keptBody`, JSON.stringify(file), { shouldDirty: true })}
        />
      )}
      {body === 'text' && (
        <Field
          id={`${at}.bodyText`}
          label="Text of the body"
          error={error}
          hint={
            fault ? (
              <span className="text-warn">{fault}</span>
            ) : (
              'Sent as it stands, in UTF-8; {{name}} becomes the value of a variable.'
            )
          }
        >
          <Lines
            field={`${at}.bodyText`}
            error={error}
            placeholder={'{"item": 42}'}
            register={form.register(`${at}.bodyText`)}
          />
        </Field>
      )}
    </div>
  );
}

function Expected({ list, index }: RequestEditorProps) {
  const { input } = useDraft();
  const at = `requests.${list}.${index}` as const;
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-muted">An answer is right when it has</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          id={`${at}.status`}
          label="This status"
          inputMode="numeric"
          placeholder="200 to 299"
          {...input(`${at}.status`)}
        />
        <TextField
          id={`${at}.bytes`}
          label="A body this long"
          unit="B"
          inputMode="numeric"
          placeholder="any length"
          {...input(`${at}.bytes`)}
        />
        <TextField
          id={`${at}.contains`}
          label="This text in its body"
          placeholder="any"
          className="font-mono"
          {...input(`${at}.contains`)}
        />
        <TextField
          id={`${at}.sha256`}
          label="A body with this SHA-256"
          placeholder="any"
          className="font-mono"
          {...input(`${at}.sha256`)}
        />
      </div>
    </fieldset>
  );
}

interface LinesProps {
  field: string;
  error: string | undefined;
  placeholder: string;
  register: object;
}

export function Lines({ field, error, placeholder, register }: LinesProps) {
  return (
    <textarea
      id={field}
      rows={4}
      spellCheck={false}
      autoComplete="off"
      placeholder={placeholder}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(field, error, true)}
      className={classNames(
        controlClass(Boolean(error)),
        'h-auto min-h-20 resize-y py-1.5 font-mono text-xs leading-5',
      )}
      {...register}
    />
  );
}
