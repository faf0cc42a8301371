'use client';

import type { Host } from '@contract/host';
import type { HostTuning } from '@contract/tuning';
import type { CpuScope } from '@rules/cpus/cpu-choice';
import { createContext, useContext } from 'react';
import { type FieldPath, get as valueAt } from 'react-hook-form';
import { clientScope, serverScope } from '@/features/draft/host-scope';
import { loadPathOf, meantNic } from '@/features/draft/meant-nic';
import type { RunDraft } from '@/features/draft/run-draft';
import { type TuningSide, tuningOf } from '@/features/draft/tuning-changes';
import type { TuningDraft } from '@/features/draft/tuning-draft';
import { isHostBusy } from '@/features/hosts/host-busy';
import { useDraft } from '@/features/new-run/draft-form';
import { useHostSettings } from '@/features/new-run/hosts/host-settings-query';
import { absentSettings, type PresentValues, presentValues } from './present-values';
import { isAsItIs } from './preset-values';

/** One host's settings as the form has them: paths are those of `HostTuning`. */
export interface TuningHost {
  side: TuningSide;
  host: Host | null;
  label: string;
  draft: TuningDraft;
  /** What can be read of the draft. */
  asked: HostTuning | null;
  scope: CpuScope | null;
  /** The NIC that is meant, as far as facts tell. */
  nic: string | null;
  present: PresentValues;
  /** Settings that its present values do not have. */
  absent: string[];
  /** Why its present values are not known although it could be asked; null: they are, or nobody asked. */
  presentUnknown: string | null;
  fieldOf: (path: string) => string;
  idOf: (path: string) => string;
  textAt: (path: string) => string;
  errorAt: (path: string) => string | undefined;
  set: (path: string, value: unknown) => void;
  touch: (path: string) => void;
  setAll: (draft: TuningDraft) => void;
}

/** `opened`: a person looks at the settings, so that present values are worth a question to the host. */
export function useTuningHostOf(side: TuningSide, opened: boolean): TuningHost {
  const { form, draft, run, server, hostOf, apart, labelOf, errorAt } = useDraft();
  // Settings of several clients are one and the same: what they come to is shown on the first of them.
  const client = hostOf(apart[0] ?? draft.serverHostId);
  const host = side === 'server' ? server : client;
  const own = draft.tuning[side];
  const at = `tuning.${side}`;
  const fieldOf = (path: string): string => `${at}.${path}`;
  const set = (field: string, value: unknown, shouldTouch = false): void =>
    form.setValue(field as FieldPath<RunDraft>, value as never, { shouldDirty: true, shouldTouch });
  const wanted = opened || !isAsItIs(own);
  const settings = useHostSettings(host, wanted);
  const facts = { server: server?.facts ?? null, client: client?.facts ?? null };
  const nic = meantNic(side, own.nic, loadPathOf(run.spec), facts);
  const { targetCpus } = run.spec.tuning;
  return {
    side,
    host,
    label: labelOf(side === 'server' ? draft.serverHostId : (apart[0] ?? '')),
    draft: own,
    asked: tuningOf(run.spec, side),
    scope: host && (side === 'server' ? serverScope(host.facts, nic, targetCpus) : clientScope(host.facts, nic)),
    nic,
    present: settings.data ? presentValues(settings.data.values, nic) : {},
    absent: settings.data ? absentSettings(settings.data.values) : [],
    presentUnknown: wanted && host && !settings.data ? unknownBecause(host, settings.error) : null,
    fieldOf,
    idOf: (path) => `${at}.${path}`.replaceAll('.', '-'),
    textAt: (path) => String(valueAt(own, path) ?? ''),
    errorAt: (path) => errorAt(fieldOf(path)),
    set: (path, value) => set(fieldOf(path), value),
    touch: (path) => set(fieldOf(path), valueAt(own, path), true),
    setAll: (all) => set(at, all, true),
  };
}

function unknownBecause(host: Host, error: unknown): string | null {
  if (host.runId !== null || isHostBusy(error))
    return 'It works for a run now; its present values are read when that run is over.';
  return error instanceof Error ? `Its present values could not be read: ${error.message}` : null;
}

const Context = createContext<TuningHost | null>(null);
export const TuningHostProvider = Context.Provider;

export function useTuningHost(): TuningHost {
  const value = useContext(Context);
  if (!value) throw new Error('useTuningHost is used outside of the settings of a host.');
  return value;
}
