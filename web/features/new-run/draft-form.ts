'use client';

import type { Host } from '@contract/host';
import type { ToolAbilities } from '@contract/load';
import type { CreateRun } from '@contract/spec';
import { withChange } from '@rules/next/change-of-run';
import type { NextChange } from '@rules/next/changes';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import {
  type FieldPath,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
  get as valueAt,
} from 'react-hook-form';
import { draftField } from '@/features/draft/draft-field';
import type { DraftErrors } from '@/features/draft/field-reading';
import { automaticHost, hostLabels, shortId, spareClient } from '@/features/draft/host-label';
import { obstaclesOf, type Places } from '@/features/draft/obstacles';
import { readDraft } from '@/features/draft/read-draft';
import { useRefusals } from '@/features/draft/refusals';
import { draftOf, emptyDraft, isTyped, type RunDraft, serverIdOf } from '@/features/draft/run-draft';
import { apartIds, type HostOf, hostAmong, toolAbilitiesOn } from '@/features/draft/run-facts';
import type { Change } from '@/features/draft/spec-change-rows';
import { changesOf } from '@/features/draft/spec-changes';
import { generatedName } from '@/features/new-run/plan/run-name';
import type { OwnRun } from '@/lib/imported';
import { setAside, storeDraft, storedDraft, takeHanded } from './draft-storage';

/** What a run's advice asks for; of the step that its verdict speaks of where no step is named. */
export interface AskedChange {
  change: NextChange;
  stepIndex: number | null;
}

export interface DraftForm {
  form: UseFormReturn<RunDraft>;
  /** What ties an input to a field, with the fault to show there. */
  input: <F extends FieldPath<RunDraft>>(field: F) => UseFormRegisterReturn<F> & { error?: string };
  draft: RunDraft;
  hosts: Host[];
  hostOf: HostOf;
  /** Null: none chosen, not enrolled any more, or the target has no agent. */
  server: Host | null;
  /** The draft's clients that are enrolled, in its order. */
  clients: Host[];
  /** Clients that have a host of their own, by id. */
  apart: string[];
  /** All of the load comes from the server's own host. */
  sameHost: boolean;
  /** What the tool can do on all of the clients; null: none of them tells. */
  abilities: ToolAbilities | null;
  labelOf: (hostId: string) => string;
  /** The run that this one is made from, and what differs. */
  original: OwnRun | null;
  changes: Change[];
  run: CreateRun;
  /** The name that the run gets when none is typed. */
  ownName: string;
  /** The form began with what had been typed in this tab before. */
  restored: boolean;
  /** It is more than what the form began with. */
  typed: boolean;
  /** Run was pressed. */
  tried: boolean;
  /** Fields that cannot be read. */
  errors: DraftErrors;
  /** Those, and what can be read and would be refused as things stand. */
  faults: DraftErrors;
  /** The fault to show at a field now: what was typed, not before a person has been there. */
  errorAt: (field: string) => string | undefined;
  showAll: () => void;
  /** Keeps what the API refused, by field; true when it named any. */
  refuse: (error: unknown) => boolean;
  /** Sets the draft aside as it is, before something takes the place of what was typed. */
  keep: () => void;
  /** How often that was done. */
  keptTimes: number;
}

export function useDraftForm(hosts: Host[], original: OwnRun | null, change: AskedChange | null = null): DraftForm {
  const fromId = original?.id ?? null;
  const [handed] = useState(takeHanded);
  const [start] = useState(() => startingDraft(hosts, original, change));
  const restored = !handed && original === null && isTyped(start);
  const form = useForm<RunDraft>({ defaultValues: start });
  const draft = form.watch();
  const reading = useReading(hosts, original, draft);
  const { errors, faults } = reading;
  const [tried, setTried] = useState(false);
  // What was left unreadable the last time is marked on return, as it was when it was left.
  const [leftUnreadable] = useState(() => new Set(Object.keys(errors)));
  const { refusedAt, refuse } = useRefusals(draft, (path) => draftField(path, draft));
  const { touchedFields } = form.formState;

  useEffect(() => {
    const watching = form.watch((values) => storeDraft(fromId, values as RunDraft));
    return () => watching.unsubscribe();
  }, [form, fromId]);

  const errorAt = (field: string): string | undefined => {
    const refused = refusedAt(field);
    if (refused) return refused;
    const known = tried || leftUnreadable.has(field) || wasTouched(touchedFields, field);
    return known || !errors[field] ? faults[field] : undefined;
  };
  const [keptTimes, setKeptTimes] = useState(0);
  const keep = (): void => {
    setAside({ fromId, draft });
    setKeptTimes(keptTimes + 1);
  };
  const input = <F extends FieldPath<RunDraft>>(field: F) => ({ ...form.register(field), error: errorAt(field) });
  const showAll = (): void => setTried(true);
  return {
    form,
    input,
    draft,
    hosts,
    original,
    restored,
    ...reading,
    tried,
    errorAt,
    showAll,
    refuse,
    keep,
    keptTimes,
  };
}

/** Where a preset filled a whole part, each of its fields counts as touched. */
function wasTouched(touched: object, field: string): boolean {
  const path = field.split('.');
  return path.some((_, depth) => valueAt(touched, path.slice(0, depth + 1).join('.')) === true);
}

/** The change that was asked for, what was typed before, else the run that this one is made from, else an empty draft on a host that is ready. */
function startingDraft(hosts: Host[], original: OwnRun | null, asked: AskedChange | null): RunDraft {
  if (original && asked) {
    const stepIndex = asked.stepIndex ?? original.verdict?.stepIndex ?? 0;
    const spare = spareClient(hosts, original.spec);
    return draftOf(withChange(original, asked.change, stepIndex, spare?.id ?? null) ?? original.spec);
  }
  const stored = storedDraft(original?.id ?? null);
  if (original) return stored ?? draftOf(original.spec);
  if (stored && stored.serverHostId !== '') return stored;
  return emptyDraft(automaticHost(hosts, emptyDraft().tool)?.id);
}

/** Everything that follows from the draft and the hosts as they are now. */
function useReading(hosts: Host[], original: OwnRun | null, draft: RunDraft) {
  const labelOf = useMemo(() => labelling(hosts, original), [hosts, original]);
  const hostOf = useMemo(() => hostAmong(hosts), [hosts]);
  return useMemo(() => {
    const { spec, errors, faults } = readWithHosts(draft, { hostOf, labelOf });
    const changes = original ? changesOf(original.spec, spec, errors, labelOf) : [];
    const ownName = generatedName(spec, labelOf);
    const run: CreateRun = {
      name: draft.name.trim() || ownName,
      spec,
      ...(original && { basedOnRunId: original.id }),
    };
    const typed = original ? changes.length > 0 || draft.name.trim() !== '' : isTyped(draft);
    return { ...placesOf(draft, hostOf), hostOf, labelOf, run, ownName, typed, errors, faults, changes };
  }, [draft, hostOf, original, labelOf]);
}

function placesOf(draft: RunDraft, hostOf: HostOf) {
  const { clientHostIds, tool } = draft;
  const apart = apartIds(serverIdOf(draft), clientHostIds);
  return {
    server: hostOf(serverIdOf(draft)),
    clients: clientHostIds.flatMap((id) => hostOf(id) ?? []),
    apart,
    sameHost: apart.length === 0,
    abilities: toolAbilitiesOn(hostOf, clientHostIds, tool),
  };
}

/** What the draft asks for, the fields that cannot be read, and those with whatever else stands in the way. */
export function readWithHosts(draft: RunDraft, places: Places) {
  const { spec, errors } = readDraft(draft, places.hostOf);
  const obstacles = Object.entries(obstaclesOf(spec, places)).map(([path, message]) => [
    draftField(path, draft) ?? path,
    message,
  ]);
  return { spec, errors, faults: { ...(Object.fromEntries(obstacles) as DraftErrors), ...errors } };
}

/** A host that is gone is still known by the name it had when the original was made. */
function labelling(hosts: Host[], original: OwnRun | null): (hostId: string) => string {
  const labels = hostLabels(hosts);
  const remembered = new Map(original?.hosts.map(({ hostId, name }) => [hostId, name]));
  return (id) => labels.get(id) ?? remembered.get(id) ?? `host ${shortId(id)}`;
}

const Context = createContext<DraftForm | null>(null);
export const DraftFormProvider = Context.Provider;

export function useDraft(): DraftForm {
  const value = useContext(Context);
  if (!value) throw new Error('useDraft is used outside of its form.');
  return value;
}
