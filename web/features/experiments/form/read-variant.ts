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
import { changesBetween, pointersOf, valueAt, withValueAt } from './spec-pointer';
import { type SpecShape, shapeOf } from './spec-shape';
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
  shape: SpecShape;
  places: Places;
  /** What stands in the way of the baseline itself. */
  obstacles: DraftErrors;
}

export function readBaseline(spec: RunSpec, places: Places): BaselineReading {
  return { spec, draft: draftOf(spec), shape: shapeOf(spec), places, obstacles: obstaclesOf(spec, places) };
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
  const pointed = readPointers(baseline, edits);
  const changes = merged(spec, [
    ...found,
    ...[...pointed.values()].flatMap((one) => ('change' in one ? one.change : [])),
  ]);
  const variant = withChanges(spec, changes);
  const faults = edits.map((edit) => {
    const read = pointed.get(edit);
    if (read) return 'fault' in read ? read.fault : undefined;
    return editFault(edit, baseline, edited, after.errors, variant);
  });
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
  const variant = withChanges(spec, changes);
  const found = editsBetween(draft, draftOf(variant), fields);
  const same = JSON.stringify(readVariant(baseline, found).changes) === JSON.stringify(changes);
  return same ? found : edits;
}

/** Several changes of one place are one, the last; in the order of the spec. */
function merged(spec: RunSpec, changes: SpecChange[]): SpecChange[] {
  return changesBetween(spec, withChanges(spec, changes));
}

type Pointed = { change: SpecChange } | { fault: string };

/** Each pointer with its change, or why it makes none: what they make of the spec together has to be a spec. */
function readPointers(baseline: BaselineReading, edits: EditDraft[]): Map<EditDraft, Pointed> {
  const read = new Map(
    edits.filter(({ field }) => isPointer(field)).map((edit) => [edit, readPointer(baseline, edit)]),
  );
  const changing = [...read].flatMap(([edit, one]) => ('change' in one ? [{ edit, change: one.change }] : []));
  if (
    changing.length === 0 ||
    shapeFault(
      baseline,
      changing.map(({ change }) => change),
    ) === null
  )
    return read;
  const alone = changing.map((one) => ({ ...one, fault: shapeFault(baseline, [one.change]) }));
  const sound = alone.filter(({ fault }) => fault === null).map(({ change }) => change);
  const together = shapeFault(baseline, sound);
  for (const { edit, fault } of alone) {
    const found = fault ?? together;
    if (found) read.set(edit, { fault: found });
  }
  return read;
}

function readPointer({ spec }: BaselineReading, { field, text }: EditDraft): Pointed {
  if (field === '/') return { fault: 'Type where it stands in the configuration, such as /load/toolWorkers.' };
  const before = valueAt(spec, field);
  if (before === undefined) return { fault: nowhere(spec, field) };
  try {
    const value: unknown = JSON.parse(text);
    if (JSON.stringify(value) === JSON.stringify(before)) return { fault: UNCHANGED };
    const within = typeof before === 'object' ? pointersWithin(spec, field) : [];
    if (within[0] && value !== null && typeof value !== 'object')
      return { fault: `${field} holds several settings; change one of them, such as ${within[0]}.` };
    return { change: { path: field, value } };
  } catch {
    return { fault: 'Must be JSON, such as 4, true, null or "text".' };
  }
}

const pointersWithin = (spec: RunSpec, field: string): string[] =>
  pointersOf(spec).filter((pointer) => pointer.startsWith(`${field}/`));

function nowhere(spec: RunSpec, field: string): string {
  const slashed = field.replaceAll('.', '/');
  return valueAt(spec, slashed) === undefined
    ? 'Nothing stands there in the baseline’s configuration.'
    : `A pointer has slashes: ${slashed}.`;
}

const NO_CONFIGURATION = 'With this value it is no configuration any more.';

/** What is no spec any more with these changes; what is strange of the baseline already is not held against them. */
function shapeFault({ spec, shape, places }: BaselineReading, changes: SpecChange[]): string | null {
  const variant = withChanges(spec, changes);
  const changed = shapeOf(variant);
  if (changed.configuration === null && shape.configuration !== null) return NO_CONFIGURATION;
  const strange = changed.strange.find((pointer) => !shape.strange.includes(pointer));
  if (strange) return `Then ${strange} is not known here, or out of bounds.`;
  const missing = changed.missing.find((pointer) => !shape.missing.includes(pointer));
  if (missing) return `Then the configuration lacks ${missing}.`;
  try {
    // A draft keeps some parts as they are, unread: what is said of a spec reads them.
    obstaclesOf(variant, places);
    wordsOf(spec, variant, changes, places.labelOf);
    return null;
  } catch {
    return NO_CONFIGURATION;
  }
}

export const withChanges = (spec: RunSpec, changes: SpecChange[]): RunSpec =>
  changes.reduce((now, { path, value }) => withValueAt(now, path, value), spec);

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
