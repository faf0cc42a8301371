import type { RunSpec } from '@contract/spec';
import { asksServices } from '@rules/spec/backend-check';
import { plural } from '@rules/words/numbers';
import { BACKEND_ROWS } from './backends/backend-rows';
import type { DraftErrors } from './field-reading';
import { type Change, LOAD_ROWS, type Row, TARGET_ROWS } from './spec-change-rows';
import { tuningChanges } from './tuning-changes';

type LabelOf = (hostId: string) => string;

const serverIds = ({ server }: RunSpec): string[] => (server ? [server.hostId] : []);
const clientIds = (spec: RunSpec): string[] => spec.clients.map(({ hostId }) => hostId);

/** Where what the target asks is; none where it asks nothing. */
const backendIds = ({ backend, server, target }: RunSpec): string[] =>
  asksServices(target) ? [backend?.hostId ?? server?.hostId ?? ''] : [];

/** What differs from the run that this one was made from, in the order of the form. */
export function changesOf(original: RunSpec, spec: RunSpec, errors: DraftErrors, labelOf: LabelOf): Change[] {
  const broken = ({ fields }: Row): boolean =>
    Object.keys(errors).some((name) => fields.some((field) => name === field || name.startsWith(`${field}.`)));
  const changed = (rows: Row[]): Change[] =>
    rows.flatMap((row): Change[] => {
      const { label, value, short, tuning } = row;
      const from = value(original);
      if (broken(row)) return [{ label, from, to: null, short: label }];
      const to = value(spec);
      // What only another kind of target has is told by the target itself.
      if (from === to || from === '' || to === '') return [];
      return [{ label, from, to, short: short(spec), ...(tuning && { tuning }) }];
    });
  return [
    ...hostChanges(original, spec, labelOf),
    ...changed(TARGET_ROWS),
    ...changed(BACKEND_ROWS),
    ...tuningChanges(original, spec, errors),
    ...changed(LOAD_ROWS),
  ];
}

/** By id, for two hosts may have one name; one change when both sides moved together. */
function hostChanges(original: RunSpec, spec: RunSpec, labelOf: LabelOf): Change[] {
  const change = (label: string, what: string, from: string[], to: string[]): Change[] => {
    const named = (ids: string[]): string => ids.map(labelOf).join(', ');
    const asShort = to.length > 2 ? plural(to.length, 'host') : named(to);
    return from.join() === to.join() ? [] : [{ label, from: named(from), to: named(to), short: `${what} ${asShort}` }];
  };
  const server = [serverIds(original), serverIds(spec)] as const;
  const clients = [clientIds(original), clientIds(spec)] as const;
  const backends = change('host of the services', 'services on', backendIds(original), backendIds(spec));
  if (server[0].join() === clients[0].join() && server[1].join() === clients[1].join())
    return [...change('host', 'on', [...server[0]], [...server[1]]), ...backends];
  const several = Math.max(clients[0].length, clients[1].length) > 1;
  return [
    ...change('server host', 'server on', [...server[0]], [...server[1]]),
    ...change(`load generator ${several ? 'hosts' : 'host'}`, 'load from', [...clients[0]], [...clients[1]]),
    ...backends,
  ];
}

/** '2 changes: prefork, workers'. */
export function changesSentence(changes: Change[]): string {
  if (changes.length === 0) return 'Nothing changed yet: Run repeats it as it was.';
  return `${plural(changes.length, 'change')}: ${changes.map(({ label }) => label).join(', ')}`;
}
