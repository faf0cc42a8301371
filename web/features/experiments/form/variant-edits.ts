import { STOPPABLE_SERVICES } from '@contract/choices';
import type { SysctlName } from '@contract/sysctls';
import type { RunDraft } from '@/features/draft/run-draft';

/** A changed setting as typed. Its field is that of a setting, or a JSON pointer into the spec. */
export interface EditDraft {
  field: string;
  text: string;
}

/** Begins as a pointer does: what is typed is JSON. */
export const isPointer = (field: string): boolean => field.startsWith('/');

const SYSCTL = /^(tuning\.(?:server|clients)\.sysctls)\/(.+)$/;

/** What a setting is in a draft, as text. */
export function textAt(draft: RunDraft, field: string): string {
  const [, list, name] = SYSCTL.exec(field) ?? [];
  if (list) return sysctlsAt(draft, list).find((row) => row.name === name)?.value ?? '';
  const value = partAt(draft, field.split('.'));
  if (Array.isArray(value)) return value.join(', ');
  return value === undefined ? '' : String(value);
}

/** A copy of the draft in which the setting is what was typed. */
export function withEdit(draft: RunDraft, { field, text }: EditDraft): RunDraft {
  const copy = structuredClone(draft);
  const [, list, name] = SYSCTL.exec(field) ?? [];
  if (list) setSysctl(sysctlsAt(copy, list), name as SysctlName, text);
  else setPart(copy, field.split('.'), text);
  return copy;
}

/** The settings whose fields two drafts have otherwise, as edits of the first. */
export const editsBetween = (from: RunDraft, to: RunDraft, fields: string[]): EditDraft[] =>
  fields.flatMap((field) => (textAt(from, field) === textAt(to, field) ? [] : [{ field, text: textAt(to, field) }]));

/** The place of the error that the reading of a draft gives for a setting. */
export function errorField(draft: RunDraft, field: string): string {
  const [, list, name] = SYSCTL.exec(field) ?? [];
  if (list) return `${list}.${sysctlsAt(draft, list).findIndex((row) => row.name === name)}.value`;
  return field === 'clientHostIds.0' ? 'clientHostIds' : field;
}

/** What no reading of a draft finds, because its own form cannot type it. */
export function strangeText({ field, text }: EditDraft): string | null {
  if (!field.endsWith('.stopServices')) return null;
  const strange = named(text).filter((name) => !(STOPPABLE_SERVICES as readonly string[]).includes(name));
  return strange.length === 0 ? null : `Must be some of ${STOPPABLE_SERVICES.join(', ')}.`;
}

const named = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

function sysctlsAt(draft: RunDraft, list: string): RunDraft['tuning']['server']['sysctls'] {
  return draft.tuning[list === 'tuning.server.sysctls' ? 'server' : 'clients'].sysctls;
}

function setSysctl(rows: RunDraft['tuning']['server']['sysctls'], name: SysctlName, text: string): void {
  const at = rows.findIndex((row) => row.name === name);
  if (text.trim() === '' && at >= 0) rows.splice(at, 1);
  else if (at >= 0) rows[at] = { name, value: text };
  else if (text.trim() !== '') rows.push({ name, value: text });
}

function partAt(holder: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined),
    holder,
  );
}

/** In the kind that stood there: text, a switch, or a list of names. */
function setPart(draft: RunDraft, path: string[], text: string): void {
  const before = partAt(draft, path);
  const holder = partAt(draft, path.slice(0, -1)) as Record<string, unknown> | undefined;
  const last = path.at(-1);
  // Parameters of a target are in a draft once they were chosen; all other fields always are.
  const chosen = path.slice(0, -1).join('.') === 'target.parameters';
  if (holder === undefined || last === undefined || (before === undefined && !chosen)) return;
  if (Array.isArray(before)) holder[last] = named(text);
  else holder[last] = typeof before === 'boolean' ? text === 'true' : text;
}
