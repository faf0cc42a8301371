'use client';

import { MAX_REQUESTS } from '@contract/limits';
import { meanBytes } from '@rules/spec/reference-routes';
import { mixText } from '@rules/spec/target-words';
import { formatBytes } from '@rules/words/numbers';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { refusalOf } from '@/features/draft/common-abilities';
import { newRequest } from '@/features/draft/requests/request-draft';
import { freeRoute, type RequestDrafts, requestsKey } from '@/features/draft/target-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { FormPart } from '@/features/new-run/form-part';
import { CurlImport, HarImport, VariablesField } from '@/features/new-run/on-demand';
import { Button } from '@/ui/button';
import { RequestRow } from './request-row';

/** What is asked of the target: one route, or several by weight. */
export function RequestsPart() {
  const { draft, run } = useDraft();
  const key = requestsKey(draft.target);
  return (
    <FormPart part="requests" title="Requests" said={mixText(run.spec.requests)}>
      <Rows key={key} list={key} />
      <Variables />
    </FormPart>
  );
}

/** Most runs need none: they are shown where there are some, or where somebody asks for them. */
function Variables() {
  const { draft, errorAt } = useDraft();
  const [asked, setAsked] = useState(false);
  if (asked || draft.variables !== '' || errorAt('variables'))
    return (
      <div className="mt-4 border-t border-line pt-4">
        <VariablesField />
      </div>
    );
  return (
    <Button look="ghost" className="mt-1" onClick={() => setAsked(true)}>
      <Plus aria-hidden className="size-3.5" />
      Add variables
    </Button>
  );
}

function Rows({ list }: { list: keyof RequestDrafts }) {
  const { form, draft, run, abilities, errorAt } = useDraft();
  const { fields, append, remove, replace, update } = useFieldArray({
    control: form.control,
    name: `requests.${list}`,
  });
  const [importing, setImporting] = useState<'curl' | 'har' | null>(null);
  const rows = draft.requests[list];
  // The one that a form begins with makes room.
  const isUntouched = rows.length === 1 && JSON.stringify(rows[0]) === JSON.stringify(newRequest('/'));
  const next = list === 'reference' ? freeRoute(rows) : '/';
  const error = errorAt(`requests.${list}`);
  const alone = abilities?.mixes === false && rows.length === 1;
  const bytes = run.spec.target.kind === 'reference' ? meanBytes(run.spec.requests) : null;
  const drop = (index: number): void => {
    remove(index);
    // What had the focus goes away; the row that takes its place gets it.
    requestAnimationFrame(() => document.getElementById(`request-${Math.max(0, index - 1)}`)?.focus());
  };
  return (
    <div className="grid gap-2">
      <ul className="grid gap-3" data-field={error ? `requests.${list}` : undefined} tabIndex={error ? -1 : undefined}>
        {fields.map((field, index) => (
          <RequestRow
            key={field.id}
            list={list}
            index={index}
            onRemove={fields.length > 1 ? () => drop(index) : undefined}
          />
        ))}
      </ul>
      {error && <p className="text-xs text-bad [overflow-wrap:anywhere]">{error}</p>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {next !== null && !alone && fields.length < MAX_REQUESTS && (
          <Button look="ghost" onClick={() => append(newRequest(next))}>
            <Plus aria-hidden className="size-3.5" />
            {list === 'reference' ? 'Add a route' : 'Add a request'}
          </Button>
        )}
        {list === 'own' && !alone && fields.length < MAX_REQUESTS && importing === null && (
          <>
            <Button look="ghost" onClick={() => setImporting('curl')}>
              Paste curl
            </Button>
            <Button look="ghost" onClick={() => setImporting('har')}>
              Open a HAR file
            </Button>
          </>
        )}
        {alone && (
          <p className="text-xs text-muted">{refusalOf(abilities, 'mixes') ?? `${draft.tool} asks one route only.`}</p>
        )}
        {bytes !== null && <p className="text-xs text-muted">about {formatBytes(bytes)} an answer, headers included</p>}
      </div>
      {importing === 'curl' && (
        <CurlImport
          onRequest={(request) => (isUntouched ? update(0, request) : append(request))}
          onClose={() => setImporting(null)}
        />
      )}
      {importing === 'har' && (
        <HarImport
          room={MAX_REQUESTS - (isUntouched ? 0 : fields.length)}
          onRequests={(requests) => (isUntouched ? replace(requests) : append(requests))}
          onClose={() => setImporting(null)}
        />
      )}
    </div>
  );
}
