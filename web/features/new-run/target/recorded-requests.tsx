'use client';

import type { HarEntry } from '@rules/requests/har-file';
import { type LeftOut, originsOf, type RecordedRequest, requestsOfHar } from '@rules/requests/import-har';
import { secretNote } from '@rules/requests/imported-headers';
import { exposedNote } from '@rules/requests/plain-credentials';
import { requestBesides, requestName } from '@rules/requests/request-words';
import { formatCount, plural } from '@rules/words/numbers';
import { type ReactNode, useMemo, useState } from 'react';
import { type RequestDraft, requestDraftOf } from '@/features/draft/requests/request-draft';
import { Button } from '@/ui/button';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';

interface RecordedProps {
  entries: HarEntry[];
  /** How many requests there is room for. */
  room: number;
  takesTarget: boolean;
  onRequests: (requests: RequestDraft[], origin: string) => void;
  onClose: () => void;
}

/** What a HAR file holds of one host: which of it is asked, and what becomes of its credentials. */
export function RecordedRequests({ entries, room, takesTarget, onRequests, onClose }: RecordedProps) {
  const origins = useMemo(() => originsOf(entries), [entries]);
  const [origin, setOrigin] = useState(origins[0]?.origin ?? '');
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const [unchosen, setUnchosen] = useState<ReadonlySet<number> | null>(null);
  const { credentials } = useMemo(() => requestsOfHar(entries, origin, new Set()), [entries, origin]);
  const kept = useMemo(() => new Set(credentials.filter((name) => !dropped.has(name))), [credentials, dropped]);
  const { requests, leftOut } = useMemo(() => requestsOfHar(entries, origin, kept), [entries, origin, kept]);
  const out = unchosen ?? unchosenAtFirst(requests, room);
  const chosen = requests.filter((_, at) => !out.has(at));
  const add = (): void => {
    onRequests(
      chosen.map(({ request }) => requestDraftOf(request)),
      origin,
    );
    onClose();
  };
  const fault =
    chosen.length > room
      ? `There is room for ${plural(room, 'request')}; choose fewer, or remove some that stand above.`
      : null;
  return (
    <>
      <Field
        id="har-origin"
        label="Requests of"
        hint={takesTarget ? 'This address becomes the target.' : 'They are asked of the target that is chosen.'}
      >
        <SelectBox
          id="har-origin"
          className="max-w-[34rem]"
          value={origin}
          onChange={({ target }) => {
            setOrigin(target.value);
            setUnchosen(null);
          }}
        >
          {origins.map((one) => (
            <option key={one.origin} value={one.origin}>
              {`${one.origin} · ${plural(one.many, 'request')}`}
            </option>
          ))}
        </SelectBox>
      </Field>
      <Credentials names={credentials} dropped={dropped} onDropped={setDropped} />
      <fieldset className="min-w-0">
        <legend className="mb-1 text-xs font-medium text-muted">
          {`${formatCount(chosen.length)} of ${plural(requests.length, 'request')}, each with how often it was recorded as its weight`}
        </legend>
        <ul className="grid max-h-80 gap-1.5 overflow-y-auto rounded-control border border-line p-3">
          {requests.map((one, at) => (
            <li key={JSON.stringify([one.request.method, one.request.path, one.request.body])} className="min-w-0">
              <Tick id={`har-request-${at}`} checked={!out.has(at)} onChange={() => setUnchosen(toggled(out, at))}>
                <span className="font-mono text-xs [overflow-wrap:anywhere]">{requestName(one.request)}</span>
              </Tick>
              <Besides recorded={one} />
            </li>
          ))}
        </ul>
      </fieldset>
      <LeftOutList leftOut={leftOut} />
      {fault && (
        <p role="alert" className="text-xs text-bad">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button disabled={chosen.length === 0 || fault !== null} onClick={add}>
          {`Add ${plural(chosen.length, 'request')}`}
        </Button>
        <Button look="ghost" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

interface CredentialsProps {
  /** Of headers, in lower case. */
  names: string[];
  dropped: ReadonlySet<string>;
  onDropped: (dropped: ReadonlySet<string>) => void;
}

function Credentials({ names, dropped, onDropped }: CredentialsProps) {
  if (names.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-xs font-medium text-muted">Sent as secrets of the client hosts</legend>
      {names.map((name) => (
        <div key={name} className="min-w-0">
          <Tick
            id={`har-secret-${name}`}
            checked={!dropped.has(name)}
            onChange={() => onDropped(toggled(dropped, name))}
          >
            <span className="font-mono text-xs">{name}</span>
          </Tick>
          <p className="pl-6 text-xs text-muted [overflow-wrap:anywhere]">
            {dropped.has(name) ? 'Left out.' : secretNote(name)}
          </p>
        </div>
      ))}
    </fieldset>
  );
}

function LeftOutList({ leftOut }: { leftOut: LeftOut[] }) {
  if (leftOut.length === 0) return null;
  return (
    <div className="text-xs text-muted">
      <p className="font-medium">Left out</p>
      <ul className="mt-1 grid list-disc gap-0.5 pl-4">
        {leftOut.map(({ why, many }) => (
          <li key={why} className="[overflow-wrap:anywhere]">{`${formatCount(many)} ${why}`}</li>
        ))}
      </ul>
    </div>
  );
}

const toggled = <T,>(set: ReadonlySet<T>, one: T): ReadonlySet<T> =>
  new Set(set.has(one) ? [...set].filter((other) => other !== one) : [...set, one]);

function Besides({ recorded: { request, exposed } }: { recorded: RecordedRequest }) {
  return (
    <p className="pl-6 text-xs text-muted [overflow-wrap:anywhere]">
      {[`weight ${formatCount(request.weight)}`, requestBesides(request)].filter(Boolean).join(' · ')}
      {exposed.length > 0 && <span className="block text-warn">{exposedNote(exposed)}</span>}
    </p>
  );
}

/** What looks like a credential waits to be chosen, and so does what there is no room for. */
function unchosenAtFirst(requests: RecordedRequest[], room: number): ReadonlySet<number> {
  const plain = requests.flatMap(({ exposed }, at) => (exposed.length === 0 ? [at] : [])).slice(0, room);
  return new Set(requests.map((_, at) => at).filter((at) => !plain.includes(at)));
}

interface TickProps {
  id: string;
  checked: boolean;
  onChange: () => void;
  children: ReactNode;
}

function Tick({ id, checked, onChange, children }: TickProps) {
  return (
    <label htmlFor={id} className="flex min-w-0 items-start gap-2">
      <input id={id} type="checkbox" checked={checked} onChange={onChange} className="check-box mt-0.5 size-3.5" />
      {children}
    </label>
  );
}
