'use client';

import type { Host } from '@contract/host';
import type { LaunchSpec } from '@contract/launch';
import type { RunSpec } from '@contract/spec';
import type { TargetParameterFact } from '@contract/target';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import {
  type FieldPath,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
  get as valueAt,
} from 'react-hook-form';
import { hostLabels, shortId } from '@/features/draft/host-label';
import { useRefusals } from '@/features/draft/refusals';
import type { RunDraft } from '@/features/draft/run-draft';
import { hostAmong } from '@/features/draft/run-facts';
import { useHostsOf } from '@/features/experiments/cloud/hosts-to-come';
import { type ExperimentDraft, emptyExperiment, isExperimentTyped, type VariantDraft } from './experiment-draft';
import { type BaselineSource, storedExperiment, storeExperiment } from './experiment-storage';
import { followed, withEdits } from './filled-words';
import { type ExperimentReading, experimentField, readExperiment } from './read-experiment';
import { type BaselineReading, inSettings, readBaseline } from './read-variant';
import { withStepSeconds } from './step-seconds';
import { type VariantSetting, variantSettings } from './variant-settings';

/** What an experiment starts from: a run, or what stood in the form of a new one. */
export interface Baseline {
  /** A run's id, or that it was typed: by it the draft is kept. */
  key: string;
  /** Null: no run has had this configuration yet. */
  runId: string | null;
  name: string;
  spec: RunSpec;
  /** It came with a recipe, or with the file of a design. */
  from?: 'recipe' | 'design';
  /** Where it comes from, if it does not stand here as that had it. */
  source?: BaselineSource;
  /** The run's best step. */
  suggestedStep: number | null;
  /** Names of hosts as they were, by id. */
  hostNames: Map<string, string>;
  /** What its hosts are to be launched as; absent: they are there. */
  launch?: LaunchSpec;
}

export interface ExperimentForm extends ExperimentReading {
  form: UseFormReturn<ExperimentDraft>;
  /** What ties an input to a field, with the fault to show there. */
  input: <F extends FieldPath<ExperimentDraft>>(field: F) => UseFormRegisterReturn<F> & { error?: string };
  draft: ExperimentDraft;
  baseline: Baseline;
  read: BaselineReading;
  settings: VariantSetting[];
  labelOf: (hostId: string) => string;
  typed: boolean;
  tried: boolean;
  /** The fault to show at a field now: not before a person has been there. */
  errorAt: (field: string) => string | undefined;
  showAll: () => void;
  /** Keeps what the API refused, by field; true when it named any. */
  refuse: (error: unknown) => boolean;
  setVariants: (variants: VariantDraft[]) => void;
}

export function useExperimentForm(enrolled: Host[], from: Baseline): ExperimentForm {
  const handed = from.launch ?? null;
  const hosts = useHostsOf(handed, enrolled);
  const began = useBaseline(hosts, from);
  const [start] = useState(() => startOf(from, began));
  const form = useForm<ExperimentDraft>({ defaultValues: start });
  const draft = form.watch();
  const baseline = useMemo(
    () => ({ ...from, spec: withStepSeconds(from.spec, draft.stepSeconds) }),
    [from, draft.stepSeconds],
  );
  const known = useBaseline(hosts, baseline);
  const reading = useMemo(
    () => readExperiment(draft, known.read, baseline.suggestedStep, handed),
    [draft, known, baseline, handed],
  );
  const [tried, setTried] = useState(false);
  const { refusedAt, refuse } = useRefusals(draft, experimentField);
  const { touchedFields } = form.formState;

  useEffect(() => {
    const watching = form.watch((values) => storeExperiment(baseline.key, values as ExperimentDraft));
    return () => watching.unsubscribe();
  }, [form, baseline.key]);

  useEffect(() => {
    const { variants, ...words } = followed(draft, reading.body) ?? {};
    if (variants) form.setValue('variants', variants, { shouldDirty: true });
    for (const [name, value] of Object.entries(words)) form.setValue(name as 'question', value, { shouldDirty: true });
  }, [form, draft, reading]);

  const errorAt = (field: string): string | undefined => {
    const refused = refusedAt(field);
    if (refused) return refused;
    const wasThere = [field, `${field}.text`].some((path) => valueAt(touchedFields, path) === true);
    return tried || wasThere ? reading.faults[field] : undefined;
  };
  return {
    form,
    input: (field) => ({ ...form.register(field), error: errorAt(field) }),
    draft,
    baseline,
    ...known,
    ...reading,
    typed: isExperimentTyped(draft),
    tried,
    errorAt,
    showAll: () => setTried(true),
    refuse,
    setVariants: (variants) => form.setValue('variants', variants, { shouldDirty: true }),
  };
}

interface KnownBaseline {
  labelOf: (hostId: string) => string;
  read: BaselineReading;
  settings: VariantSetting[];
}

/** What is stored, with each change by the name of its setting where one has it. */
function startOf(baseline: Baseline, { read, settings }: KnownBaseline): ExperimentDraft {
  const stored = storedExperiment(baseline.key);
  if (stored === null) return emptyExperiment(drawnSeed());
  const fields = settings.map(({ field }) => field);
  const variants = stored.variants.map((one) => withEdits(one, inSettings(read, one.edits, fields)));
  return { ...stored, variants };
}

function useBaseline(hosts: Host[], baseline: Baseline): KnownBaseline {
  const labelOf = useMemo(() => {
    const labels = hostLabels(hosts);
    return (id: string): string => labels.get(id) ?? baseline.hostNames.get(id) ?? `host ${shortId(id)}`;
  }, [hosts, baseline]);
  const read = useMemo(
    () => readBaseline(baseline.spec, { hostOf: hostAmong(hosts), labelOf }),
    [baseline, hosts, labelOf],
  );
  const settings = useMemo(
    () =>
      variantSettings(
        read.draft,
        // Of hosts to come each has its place.
        baseline.launch ? [] : hosts.map(({ id }) => ({ id, label: labelOf(id) })),
        declaredParameters(read.draft, hosts),
      ),
    [read, hosts, labelOf, baseline.launch],
  );
  return useMemo(() => ({ labelOf, read, settings }), [labelOf, read, settings]);
}

/** What the host's file lets runs choose of the baseline's target. */
function declaredParameters({ serverHostId, target }: RunDraft, hosts: Host[]): TargetParameterFact[] {
  const server = hosts.find(({ id }) => id === serverHostId);
  return server?.facts.targets.find(({ name }) => name === target.name)?.parameters ?? [];
}

export const drawnSeed = (): string => String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);

const Context = createContext<ExperimentForm | null>(null);
export const ExperimentFormProvider = Context.Provider;

export function useExperimentDraft(): ExperimentForm {
  const value = useContext(Context);
  if (!value) throw new Error('useExperimentDraft is used outside of its form.');
  return value;
}
