'use client';

import { shareText } from '@rules/spec/load-words';
import { REFERENCE_ROUTES } from '@rules/spec/reference-routes';
import { capitalised } from '@rules/words/text';
import { Trash2 } from 'lucide-react';
import type { RequestDrafts } from '@/features/draft/target-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { IconButton } from '@/ui/button';
import { Field, SelectBox, TextField } from '@/ui/inputs/field';

interface RequestRowProps {
  list: keyof RequestDrafts;
  index: number;
  /** Undefined: it is the last one, and stays. */
  onRemove?: () => void;
}

export function RequestRow({ list, index, onRemove }: RequestRowProps) {
  const { input, draft, run } = useDraft();
  const rows = draft.requests[list];
  const at = `requests.${list}.${index}` as const;
  const weight = run.spec.requests[index]?.weight ?? 0;
  const whole = run.spec.requests.reduce((sum, request) => sum + request.weight, 0);
  const several = rows.length > 1;
  const path = rows[index]?.path ?? '';
  return (
    <li
      className={`grid items-start gap-x-3 gap-y-1.5 ${several ? 'grid-cols-[7rem_minmax(0,1fr)_1.75rem] max-sm:[&>:first-child]:col-span-3 sm:grid-cols-[minmax(0,1fr)_7rem_4.5rem_1.75rem]' : ''}`}
    >
      {list === 'reference' ? <RoutePicker index={index} /> : <PathField index={index} />}
      {several && <TextField id={`${at}.weight`} label="Weight" inputMode="numeric" {...input(`${at}.weight`)} />}
      {several && (
        <p className="mt-5 text-sm leading-8 sm:text-right">
          {whole > 0 && shareText(weight / whole)}{' '}
          <span className="text-xs text-muted sm:sr-only">of the requests</span>
        </p>
      )}
      {several && onRemove && (
        <IconButton label={`Remove ${path || `route ${index + 1}`}`} className="mt-5" onClick={onRemove}>
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      )}
    </li>
  );
}

function RoutePicker({ index }: { index: number }) {
  const { form, draft, errorAt } = useDraft();
  const at = `requests.reference.${index}.path` as const;
  const own = draft.requests.reference[index]?.path;
  const taken = new Set(draft.requests.reference.map(({ path }) => path));
  const about = REFERENCE_ROUTES.find(({ path }) => path === own)?.about;
  const error = errorAt(at);
  return (
    <Field id={`request-${index}`} label="Route" hint={about && `${capitalised(about)}.`} error={error}>
      <SelectBox id={`request-${index}`} error={error} className="font-mono" {...form.register(at)}>
        {REFERENCE_ROUTES.filter(({ path }) => path === own || !taken.has(path)).map(({ path }) => (
          <option key={path} value={path}>
            {path}
          </option>
        ))}
        {own !== undefined && about === undefined && <option value={own}>{`${own} · not a route of it`}</option>}
      </SelectBox>
    </Field>
  );
}

function PathField({ index }: { index: number }) {
  const { input } = useDraft();
  const at = `requests.own.${index}.path` as const;
  return (
    <TextField
      id={`request-${index}`}
      label="Path"
      placeholder="/products?page=2"
      className="font-mono"
      {...input(at)}
    />
  );
}
