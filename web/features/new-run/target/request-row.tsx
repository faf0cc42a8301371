'use client';

import { requestBesides } from '@rules/requests/request-words';
import { shareText } from '@rules/spec/load-words';
import { REFERENCE_ROUTES, routeOf } from '@rules/spec/reference-routes';
import { capitalised } from '@rules/words/text';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { RequestDrafts } from '@/features/draft/target-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { RequestEditor } from '@/features/new-run/on-demand';
import { Button, IconButton } from '@/ui/button';
import { SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';

/** Fields that stand in the editor. */
const EDITED = ['method', 'headers', 'bodyText', 'status', 'bytes', 'sha256', 'contains'] as const;

interface RequestRowProps {
  list: keyof RequestDrafts;
  index: number;
  /** Undefined: it is the last one, and stays. */
  onRemove?: () => void;
}

export function RequestRow({ list, index, onRemove }: RequestRowProps) {
  const { input, draft, run, errorAt } = useDraft();
  const [opened, setOpened] = useState(false);
  const rows = draft.requests[list];
  const at = `requests.${list}.${index}` as const;
  const weight = run.spec.requests[index]?.weight ?? 0;
  const whole = run.spec.requests.reduce((sum, request) => sum + request.weight, 0);
  const several = rows.length > 1;
  const path = rows[index]?.path ?? '';
  const request = run.spec.requests[index];
  // A fault in what is folded away would be looked for in vain.
  const faulty = EDITED.some((field) => errorAt(`${at}.${field}`));
  // An error opens it for good: once that is mended a person may be about to fill in something else there.
  if (faulty && !opened) setOpened(true);
  const open = opened || faulty;
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
      <div className="col-span-full flex min-w-0 flex-wrap items-center gap-x-2 text-xs text-muted">
        <Button look="ghost" aria-expanded={open} onClick={() => setOpened(!open)}>
          {open ? 'Close' : 'Edit'}
          <span className="sr-only"> {path}</span>
        </Button>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {request && (requestBesides(request) || 'no headers, no body')}
        </span>
      </div>
      {open && (
        <div className="col-span-full">
          <RequestEditor list={list} index={index} />
        </div>
      )}
    </li>
  );
}

function RoutePicker({ index }: { index: number }) {
  const { form, draft, errorAt } = useDraft();
  const at = `requests.reference.${index}.path` as const;
  const own = draft.requests.reference[index]?.path;
  const taken = new Set(draft.requests.reference.map(({ path }) => path));
  const route = routeOf(own ?? '');
  const about = route?.about;
  const error = errorAt(at);
  return (
    <Field id={`request-${index}`} label="Route" hint={about && `${capitalised(about)}.`} error={error}>
      <SelectBox id={`request-${index}`} error={error} className="font-mono" {...form.register(at)}>
        {REFERENCE_ROUTES.filter(({ path }) => path === own || !taken.has(path)).map(({ path }) => (
          <option key={path} value={path}>
            {path}
          </option>
        ))}
        {own !== undefined && route === undefined && <option value={own}>{`${own} · not a route of it`}</option>}
        {own !== undefined && route !== undefined && route.path !== own && <option value={own}>{own}</option>}
      </SelectBox>
    </Field>
  );
}

function PathField({ index }: { index: number }) {
  const { input, draft } = useDraft();
  const at = `requests.own.${index}.path` as const;
  return (
    <TextField
      id={`request-${index}`}
      label={draft.requests.own[index]?.method === 'GET' ? 'Path' : `Path of the ${draft.requests.own[index]?.method}`}
      placeholder="/products?page=2"
      className="font-mono"
      {...input(at)}
    />
  );
}
