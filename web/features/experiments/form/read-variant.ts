import type { DifferenceGroup } from '@contract/comparison';
import type { SpecChange } from '@contract/experiment';
import type { KeptSpec, RunSpec } from '@contract/spec';
import { groupOfPointer, groupsOf } from '@rules/experiment/change-groups';
import { pointerName } from '@rules/spec/pointer-name';
import { canRunAgain } from '@rules/spec/run-again';
import { groupsBy } from '@rules/words/groups';
import { draftField } from '@/features/draft/draft-field';
import type { DraftErrors } from '@/features/draft/field-reading';
import { obstaclesOf, type Places } from '@/features/draft/obstacles';
import { readDraft } from '@/features/draft/read-draft';
import { draftOf, type RunDraft } from '@/features/draft/run-draft';
import type { Change } from '@/features/draft/spec-change-rows';
import { changesOf } from '@/features/draft/spec-changes';
import { changesBetween, valueAt, withValueAt } from './spec-pointer';
import { type EditDraft, editsBetween, errorField, isPointer, strangeText, textAt, withEdit } from './variant-edits';

export interface VariantReading {
  /** What is sent. */
  changes: SpecChange[];
  /** The same as people read it. */
  words: Change[];
  groups: DifferenceGroup[];
  /** One for each edit; undefined where there is nothing wrong. */
  faults: (string | undefined)[];
  /** What is wrong with all of it together; null when nothing is. */
  fault: string | null;
  /** What it is called when no name is typed. */
  ownName: string;
}

/** A baseline, as it is and as a draft. */
export interface BaselineReading {
  spec: RunSpec;
  draft: RunDraft;
  places: Places;
  /** What stands in the way of the baseline itself. */
  obstacles: DraftErrors;
}

export function readBaseline(spec: RunSpec, places: Places): BaselineReading {
  return { spec, draft: draftOf(spec), places, obstacles: obstaclesOf(spec, places) };
}

const UNCHANGED = 'This is what the baseline has. Type another value, or remove it.';

/** What a variant changes of its baseline; what cannot be read is left out of it. */
export function readVariant(baseline: BaselineReading, edits: EditDraft[]): VariantReading {
  const { spec, draft, places } = baseline;
  const typed = edits.filter(({ field }) => !isPointer(field));
  const edited = typed.reduce(withEdit, draft);
  const before = readDraft(draft, places.hostOf);
  const after = readDraft(edited, places.hostOf);
  const found = changesBetween(before.spec, after.spec);
  const raw = edits.filter(({ field }) => isPointer(field)).map((edit) => readPointer(spec, edit));
  const changes = merged(spec, [...found, ...raw.flatMap((one) => ('change' in one ? one.change : []))]);
  const variant = changes.reduce((now, { path, value }) => withValueAt(now, path, value), spec);
  const faults = edits.map((edit) =>
    isPointer(edit.field) ? pointerFault(spec, edit) : editFault(edit, baseline, edited, after.errors, variant),
  );
  const words = wordsOf(spec, variant, changes, places.labelOf);
  return {
    changes,
    words,
    groups: groupsOf(changes),
    faults,
    fault: wholeFault(baseline, variant, edited, edits, faults),
    ownName: words.map(({ short }) => short).join(', '),
  };
}

/**
 * The same edits with settings in the place of JSON pointers, as designs have them. As they are where settings do not make
 * exactly the same changes.
 */
export function inSettings(baseline: BaselineReading, edits: EditDraft[], fields: string[]): EditDraft[] {
  if (!edits.some(({ field }) => isPointer(field))) return edits;
  const { changes, faults } = readVariant(baseline, edits);
  if (faults.some(Boolean)) return edits;
  const { spec, draft } = baseline;
  const variant = changes.reduce((now, { path, value }) => withValueAt(now, path, value), spec);
  const found = editsBetween(draft, draftOf(variant), fields);
  const same = JSON.stringify(readVariant(baseline, found).changes) === JSON.stringify(changes);
  return same ? found : edits;
}

/** Several changes of one place are one, the last; in the order of the spec. */
function merged(spec: RunSpec, changes: SpecChange[]): SpecChange[] {
  return changesBetween(
    spec,
    changes.reduce((now, { path, value }) => withValueAt(now, path, value), spec),
  );
}

type Pointed = { change: SpecChange } | { fault: string };

function readPointer(spec: RunSpec, { field, text }: EditDraft): Pointed {
  if (field === '/') return { fault: 'Type where it stands in the configuration, such as /load/toolWorkers.' };
  const before = valueAt(spec, field);
  if (before === undefined) return { fault: 'Nothing stands there in the baseline’s configuration.' };
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === JSON.stringify(before) ? { fault: UNCHANGED } : { change: { path: field, value } };
  } catch {
    return { fault: 'Must be JSON, such as 4, true, null or "text".' };
  }
}

function pointerFault(spec: RunSpec, edit: EditDraft): string | undefined {
  const read = readPointer(spec, edit);
  return 'fault' in read ? read.fault : undefined;
}

function editFault(
  edit: EditDraft,
  { draft, places }: BaselineReading,
  edited: RunDraft,
  errors: DraftErrors,
  variant: RunSpec,
): string | undefined {
  const strange = strangeText(edit);
  if (strange) return strange;
  const field = errorField(edited, edit.field);
  const error = errors[field];
  if (error) return error;
  if (textAt(draft, edit.field).trim() === edit.text.trim()) return UNCHANGED;
  return obstacleAt(field, variant, edited, places);
}

/** What would be refused as things stand, at the field that it belongs to. */
function obstacleAt(field: string, variant: RunSpec, edited: RunDraft, places: Places): string | undefined {
  const found = Object.entries(obstaclesOf(variant, places)).find(([path]) => draftField(path, edited) === field);
  return found?.[1];
}

/** What the variant brings about elsewhere than at what was edited; what its baseline has too is said there. */
function wholeFault(
  { places, obstacles }: BaselineReading,
  variant: RunSpec,
  edited: RunDraft,
  edits: EditDraft[],
  faults: (string | undefined)[],
): string | null {
  if (edits.length === 0) return 'Choose what it changes.';
  if (faults.some(Boolean)) return null;
  const fields = edits.map(({ field }) => errorField(edited, field));
  const found = Object.entries(obstaclesOf(variant, places)).find(
    ([path, sentence]) => obstacles[path] !== sentence && !fields.includes(draftField(path, edited) ?? path),
  );
  return found?.[1] ?? null;
}

/** What the form of runs has words for; of anything else the name of its place, and JSON. */
function wordsOf(from: KeptSpec, to: KeptSpec, changes: SpecChange[], labelOf: (hostId: string) => string): Change[] {
  const words = canRunAgain(from) && canRunAgain(to) ? changesOf(from, to, {}, labelOf) : [];
  if (words.length > 0) return words;
  return changes.map(({ path, value }) => ({
    label: pointerName(path),
    from: JSON.stringify(valueAt(from, path)),
    to: JSON.stringify(value),
    short: `${pointerName(path)} ${JSON.stringify(value)}`,
  }));
}

/** What a configuration of an experiment changes, as people read it. */
export const configurationChanges = (
  baseline: KeptSpec,
  { spec, changes }: { spec: KeptSpec; changes: SpecChange[] },
  labelOf: (hostId: string) => string,
): Change[] => wordsOf(baseline, spec, changes, labelOf);

/** The edits of a variant that changes several groups, one part for each group alone. */
export function singleFactors(baseline: BaselineReading, edits: EditDraft[]): EditDraft[][] {
  const groupOf = (edit: EditDraft) => readVariant(baseline, [edit]).groups[0] ?? groupOfPointer(edit.field);
  return [...groupsBy(edits, groupOf).values()];
}
