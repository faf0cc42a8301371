import type { RunSpec } from '@contract/spec';
import { readDraft } from '@/features/draft/read-draft';
import { draftOf, type RunDraft } from '@/features/draft/run-draft';
import { restoreDraft } from '@/features/new-run/restore-draft';
import { pointersOf, valueAt } from './spec-pointer';

export interface SpecShape {
  /** Null: parts of it are missing or of another kind, so that it is no configuration at all. */
  configuration: RunDraft | null;
  /** Where it has what the form of runs would lose or change. */
  strange: string[];
  /** What it lacks. */
  missing: string[];
}

/** How far something that came from a file or from typed JSON is a spec, as the form of runs holds one. Never throws. */
export function shapeOf(spec: RunSpec): SpecShape {
  try {
    const configuration = restoreDraft(JSON.stringify(draftOf(spec)));
    return configuration ? { configuration, ...differencesOf(spec, configuration) } : NONE;
  } catch {
    return NONE;
  }
}

const NONE: SpecShape = { configuration: null, strange: [], missing: [] };

function differencesOf(spec: RunSpec, configuration: RunDraft): Pick<SpecShape, 'strange' | 'missing'> {
  const { spec: kept } = readDraft(configuration, () => null);
  const strange = pointersOf(spec).filter((pointer) => {
    const [given, read] = [valueAt(spec, pointer), valueAt(kept, pointer)];
    return typeof given === 'object' && given !== null ? read === undefined : !Object.is(given, read);
  });
  return { strange, missing: pointersOf(kept).filter((pointer) => valueAt(spec, pointer) === undefined) };
}
