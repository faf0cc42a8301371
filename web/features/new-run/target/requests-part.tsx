'use client';

import { MAX_REQUESTS } from '@contract/limits';
import { meanBytes } from '@rules/spec/reference-routes';
import { mixText, targetName } from '@rules/spec/target-words';
import { formatBytes } from '@rules/words/numbers';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { refusalOf } from '@/features/draft/common-abilities';
import { newRequest, type RequestDraft } from '@/features/draft/requests/request-draft';
import { besideChosen, targetOfAddress } from '@/features/draft/requests/target-of-address';
import { freeRoute, type RequestDrafts, requestsKey } from '@/features/draft/target-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { FormPart } from '@/features/new-run/form-part';
import { CurlImport, HarImport, VariablesField } from '@/features/new-run/on-demand';
import { Button } from '@/ui/button';
import { showToast } from '@/ui/toast';
import type { ReplacedTarget } from './curl-import';
import { RequestRow } from './request-row';

/** What is asked of the target: one route, or several by weight. */
export function RequestsPart() {
  const { draft, run } = useDraft();
  const key = requestsKey(draft.target);
  const [importing, setImporting] = useState<Importing | null>(null);
  return (
    <FormPart part="requests" title="Requests" said={mixText(run.spec.requests)}>
      <Rows key={key} list={key} onImport={importing === null ? setImporting : undefined} />
      {importing && <Import from={importing} onClose={() => setImporting(null)} />}
      <Variables />
    </FormPart>
  );
}

type Importing = 'curl' | 'har';

/** Outside of the rows, which change with the target that an address means. */
function Import({ from, onClose }: { from: Importing; onClose: () => void }) {
  const { form, draft, run, hosts, abilities, labelOf } = useDraft();
  const rows = draft.requests.own;
  // The one that a form begins with makes room.
  const isUntouched = rows.length === 1 && JSON.stringify(rows[0]) === JSON.stringify(newRequest('/'));
  const add = (requests: RequestDraft[]): void =>
    form.setValue('requests.own', isUntouched ? requests : [...rows, ...requests], { shouldDirty: true });
  const asReference = draft.target.kind === 'reference';
  const takeTarget = (origin: string): { said: string; replaced: ReplacedTarget } => {
    const before = structuredClone({ target: draft.target, serverHostId: draft.serverHostId, rows });
    const { serverHostId, target, note } = targetOfAddress(origin, draft, { hosts, labelOf });
    if (serverHostId !== null) form.setValue('serverHostId', serverHostId, { shouldDirty: true });
    for (const [name, value] of Object.entries(target))
      form.setValue(`target.${name as keyof typeof target}`, value as never, { shouldDirty: true, shouldTouch: true });
    const putBack = (): void => {
      form.setValue('target', before.target, { shouldDirty: true });
      form.setValue('serverHostId', before.serverHostId, { shouldDirty: true });
      // The routes of the reference server take the place of what was added; any other target is asked it, too.
      if (asReference) form.setValue('requests.own', before.rows, { shouldDirty: true });
    };
    return { said: note, replaced: { was: targetName(run.spec.target), putBack } };
  };
  if (from === 'curl')
    return (
      <CurlImport
        onRequest={(request, origin) => {
          add([request]);
          return asReference || isUntouched
            ? takeTarget(origin)
            : { said: besideChosen(origin, draft, { hosts, labelOf }) };
        }}
        onClose={onClose}
      />
    );
  const most = abilities?.mixes === false ? 1 : MAX_REQUESTS;
  return (
    <HarImport
      room={Math.max(0, most - (isUntouched ? 0 : rows.length))}
      takesTarget={asReference}
      onRequests={(requests, origin) => {
        add(requests);
        if (!asReference) return;
        const { said, replaced } = takeTarget(origin);
        showToast({ title: said, action: { label: `Put back ${replaced.was}`, run: replaced.putBack } });
      }}
      onClose={onClose}
    />
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

function Rows({ list, onImport }: { list: keyof RequestDrafts; onImport?: (from: Importing) => void }) {
  const { form, draft, run, abilities, errorAt } = useDraft();
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: `requests.${list}`,
  });
  const rows = draft.requests[list];
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
        {onImport && (list === 'reference' || (!alone && fields.length < MAX_REQUESTS)) && (
          <Button
            look="ghost"
            title={list === 'reference' ? 'Its address becomes the target' : undefined}
            onClick={() => onImport('curl')}
          >
            Paste curl
          </Button>
        )}
        {onImport && (list === 'reference' || (!alone && fields.length < MAX_REQUESTS)) && (
          <Button
            look="ghost"
            title={list === 'reference' ? 'Its address becomes the target' : undefined}
            onClick={() => onImport('har')}
          >
            Open a HAR file
          </Button>
        )}
        {alone && (
          <p className="text-xs text-muted">{refusalOf(abilities, 'mixes') ?? `${draft.tool} asks one route only.`}</p>
        )}
        {bytes !== null && <p className="text-xs text-muted">about {formatBytes(bytes)} an answer, headers included</p>}
      </div>
    </div>
  );
}
