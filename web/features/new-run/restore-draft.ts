import {
  ARRIVALS,
  FRAMEWORK_NAMES,
  LOOPS,
  METHODS,
  PROFILE_KINDS,
  PROTOCOLS,
  SEARCH_PERCENTILES,
  TLS_VERIFICATIONS,
} from '@contract/choices';
import { TOOL_NAMES } from '@contract/tools';

import { isLaunchDraft } from '@/features/draft/launch-draft';
import { newRequest, type RequestDraft } from '@/features/draft/requests/request-draft';
import { emptyDraft, type RunDraft } from '@/features/draft/run-draft';
import { CEILINGS } from '@/features/draft/search-draft';
import { newStep, type StepDraft } from '@/features/draft/step-draft';
import { isTuningDraft } from '@/features/draft/tuning-draft';

/** Reads a stored draft; anything that does not look like one is dropped. */
export function restoreDraft(stored: string | null): RunDraft | null {
  if (!stored) return null;
  try {
    const { hardware, launch } = emptyDraft();
    // One that was stored before hosts could be launched has neither.
    const kept = JSON.parse(stored) as RunDraft;
    // And one from before targets were built has no revision.
    const draft: RunDraft = { ...{ hardware, launch }, ...kept, target: { ...{ revision: '' }, ...kept.target } };
    return looksLikeDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

function looksLikeDraft(draft: RunDraft): boolean {
  const { tuning: _, ...model } = emptyDraft();
  return (
    isLike(draft, { ...model, clientHostIds: [] }) &&
    isTuningDraft(draft.tuning?.server) &&
    isTuningDraft(draft.tuning.clients) &&
    draft.clientHostIds.every((id) => typeof id === 'string') &&
    isOneOf(['enrolled', 'ec2'], draft.hardware) &&
    isLaunchDraft(draft.launch) &&
    isOneOf(TOOL_NAMES, draft.tool) &&
    isOneOf([...LOOPS, 'each'], draft.loop) &&
    isTarget(draft) &&
    isOneOf(PROTOCOLS, draft.transport.protocol) &&
    isOneOf(TLS_VERIFICATIONS, draft.transport.verify) &&
    [draft.requests.reference, draft.requests.own].every((list) => list.length > 0 && list.every(isRequest)) &&
    draft.steps.length > 0 &&
    [...draft.steps, draft.search.first].every(isStep) &&
    isOneOf(CEILINGS, draft.search.ceiling) &&
    isOneOf(SEARCH_PERCENTILES, draft.search.percentile)
  );
}

const isOneOf = (choices: readonly unknown[], value: unknown): boolean => choices.includes(value);

const isTarget = ({ target: { kind, framework, pick } }: RunDraft): boolean =>
  isOneOf(['reference', 'named', 'listening', 'external'], kind) &&
  isOneOf(FRAMEWORK_NAMES, framework) &&
  isOneOf(['local', 'locked'], pick);

const isRequest = (stored: RequestDraft): boolean =>
  isLike(stored, newRequest('')) && isOneOf(METHODS, stored.method) && isOneOf(['none', 'text', 'kept'], stored.body);

const isStep = (stored: StepDraft): boolean =>
  isLike(stored, newStep()) &&
  isOneOf(LOOPS, stored.loop) &&
  isOneOf(ARRIVALS, stored.arrivals) &&
  stored.profiles.every((kind) => isOneOf(PROFILE_KINDS, kind));

/** Every part of the model is there, of its kind; what a list holds is looked at apart. */
function isLike(stored: unknown, model: unknown): boolean {
  if (Array.isArray(model)) return Array.isArray(stored);
  if (typeof model !== 'object' || model === null) return typeof stored === typeof model;
  if (typeof stored !== 'object' || stored === null) return false;
  const found = stored as Record<string, unknown>;
  return Object.entries(model).every(([name, part]) => isLike(found[name], part));
}
