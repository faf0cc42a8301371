'use client';

import type { Host } from '@contract/host';
import type { CreateLaunch } from '@contract/launch';
import type { ToolAbilities } from '@contract/load';
import type { CreateRun, RunSpec } from '@contract/spec';
import { plannedClientIds, plannedServerId } from '@rules/launch/planned-hosts';
import { ttlFault } from '@rules/launch/planned-use';
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
import { emptyLaunch } from '@/features/draft/launch-draft';
import { obstaclesOf, type Places } from '@/features/draft/obstacles';
import { readDraft, readDraftLaunch } from '@/features/draft/read-draft';
import { useRefusals } from '@/features/draft/refusals';
import { draftOf, emptyDraft, isTyped, type RunDraft, serverIdOf } from '@/features/draft/run-draft';
import { apartIds, type HostOf, hostAmong, toolAbilitiesOn } from '@/features/draft/run-facts';
import type { Change } from '@/features/draft/spec-change-rows';
import { changesOf } from '@/features/draft/spec-changes';
import { wholeRunSeconds } from '@/features/new-run/plan/estimate';
import { generatedName } from '@/features/new-run/plan/run-name';
import type { OwnRun } from '@/lib/imported';
import { type Catalogue, useCatalogue } from './cloud/catalogue';
import { draftHosts, hardwareChanges, type Launched, launchedDraft, launchFor } from './cloud/launched-run';
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
  /** Those that are there; where some are to be launched, only these. */
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
  /** The same run as what an experiment of it would repeat; null where that has other hardware. */
  repeatable: OwnRun | null;
  changes: Change[];
  run: CreateRun;
  /** What the run's hosts are launched as; null: they are there. */
  launch: CreateLaunch | null;
  /** Chooses between hosts that are there and such as are launched. */
  turnHardware: (hardware: RunDraft['hardware']) => void;
  catalogue: Catalogue | null;
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

/** What a form begins with. */
export interface DraftStart {
  original: OwnRun | null;
  change: AskedChange | null;
  /** How the original's hosts were launched; null: they were enrolled. */
  launched: Launched | null;
  /** Hosts are to be launched, as an address asks for, or because none is there. */
  ec2: boolean;
  /** Why none can be launched; null: nothing is known against it. */
  noCloud: string | null;
  /** Where they are launched unless something else is chosen. */
  region: string | null;
}

export function useDraftForm(enrolled: Host[], begin: DraftStart): DraftForm {
  const { original, noCloud } = begin;
  const fromId = original?.id ?? null;
  const [handed] = useState(takeHanded);
  const [start] = useState(() => startingDraft(enrolled, begin));
  const restored = !handed && original === null && isTyped(start);
  const form = useForm<RunDraft>({ defaultValues: start });
  const draft = form.watch();
  const catalogue = useCatalogue(draft.hardware === 'ec2');
  const hosts = useMemo(
    () => (draft.hardware === 'ec2' ? draftHosts(draft, catalogue) : enrolled),
    [draft, catalogue, enrolled],
  );
  const reading = useReading(hosts, { original, launched: begin.launched, noCloud, catalogue }, draft);
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
  const turnHardware = (hardware: RunDraft['hardware']): void => {
    const next = onHardware(draft, hardware, enrolled, begin.region);
    for (const field of HARDWARE_FIELDS) form.setValue(field, next[field], { shouldDirty: true, shouldTouch: true });
  };
  return {
    form,
    input,
    draft,
    hosts,
    original,
    catalogue,
    turnHardware,
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
function startingDraft(hosts: Host[], { original, change, launched, ec2, region }: DraftStart): RunDraft {
  const again = launched?.run ?? original;
  const plain = (spec: RunSpec): RunDraft => (launched ? launchedDraft(spec, launched.launch) : draftOf(spec));
  if (again && change) {
    const stepIndex = change.stepIndex ?? again.verdict?.stepIndex ?? 0;
    const spare = launched ? null : spareClient(hosts, again.spec);
    return plain(withChange(again, change.change, stepIndex, spare?.id ?? null) ?? again.spec);
  }
  const stored = storedDraft(original?.id ?? null);
  if (again) return stored ?? plain(again.spec);
  const empty = emptyDraft(automaticHost(hosts, emptyDraft().tool)?.id);
  const kept = stored && stored.serverHostId !== '' ? stored : empty;
  return ec2 && kept.hardware !== 'ec2' ? onHardware(kept, 'ec2', hosts, region) : kept;
}

const HARDWARE_FIELDS = [
  'hardware',
  'launch',
  'serverHostId',
  'clientHostIds',
  'address',
  'backendHostId',
  'backendAddress',
] as const;

/** The same draft on hosts of the other kind. */
function onHardware(draft: RunDraft, hardware: RunDraft['hardware'], hosts: Host[], region: string | null): RunDraft {
  const without = { ...draft, hardware, address: '', backendHostId: '', backendAddress: '' };
  if (hardware === 'enrolled') {
    const id = automaticHost(hosts, draft.tool)?.id ?? '';
    return { ...without, serverHostId: id, clientHostIds: id === '' ? [] : [id] };
  }
  const untouched = JSON.stringify(draft.launch) === JSON.stringify(emptyLaunch());
  const launch = untouched ? emptyLaunch(region) : draft.launch;
  const count = Number(launch.clientCount) || 1;
  return { ...without, launch, serverHostId: plannedServerId, clientHostIds: plannedClientIds(count) };
}

interface ReadWith {
  original: OwnRun | null;
  launched: Launched | null;
  noCloud: string | null;
  catalogue: Catalogue | null;
}

/** Everything that follows from the draft and the hosts as they are now. */
function useReading(hosts: Host[], { original, launched, noCloud, catalogue }: ReadWith, draft: RunDraft) {
  const labelOf = useMemo(() => labelling(hosts, original), [hosts, original]);
  const hostOf = useMemo(() => hostAmong(hosts), [hosts]);
  return useMemo(() => {
    const isKnownType = catalogue && ((name: string) => catalogue.has(name));
    const { spec, launch, errors, faults } = readWithHosts(draft, { hostOf, labelOf }, isKnownType);
    const before = launch ? (launched?.run ?? original) : original;
    const changes = before
      ? [...hardwareChanges(launched?.launch ?? null, launch), ...changesOf(before.spec, spec, errors, labelOf)]
      : [];
    const asLaunched = launched?.launch ?? null;
    const isSameHardware = launch
      ? launched !== null && hardwareChanges(asLaunched, launch).length === 0
      : launched === null;
    const ownName = generatedName(spec, labelOf);
    const run: CreateRun = {
      name: draft.name.trim() || ownName,
      spec,
      ...(original && { basedOnRunId: original.id }),
    };
    const typed = original ? changes.length > 0 || draft.name.trim() !== '' : isTyped(draft);
    if (launch && noCloud !== null) faults.hardware = noCloud;
    return {
      ...placesOf(draft, hostOf),
      ...{ hostOf, labelOf, run, ownName, typed, errors, faults, changes },
      repeatable: isSameHardware ? before : null,
      launch: launch && launchFor(launch, spec),
    };
  }, [draft, hostOf, original, launched, noCloud, catalogue, labelOf]);
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
export function readWithHosts(
  draft: RunDraft,
  places: Places,
  isKnownType: ((instanceType: string) => boolean) | null = null,
) {
  const { spec, errors: ofRun } = readDraft(draft, places.hostOf);
  const { launch, errors: ofLaunch } = readDraftLaunch(draft, isKnownType);
  const errors = { ...ofRun, ...ofLaunch };
  const obstacles = Object.entries(obstaclesOf(spec, places)).map(([path, message]) => [
    draftField(path, draft) ?? path,
    message,
  ]);
  const isRead = launch && Object.keys(errors).length === 0;
  const tooShort = isRead ? ttlFault('The run takes about', wholeRunSeconds(spec.load), launch) : null;
  const faults: DraftErrors = {
    ...(Object.fromEntries(obstacles) as DraftErrors),
    ...(tooShort !== null && { 'launch.ttlMinutes': tooShort }),
    ...errors,
  };
  return { spec, launch, errors, faults };
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
