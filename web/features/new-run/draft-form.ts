'use client';

import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { type Path, type UseFormReturn, useForm, get as valueAt } from 'react-hook-form';
import { ApiError } from '@/api/problem';
import type { CreateRun, Host } from '@/api/types';
import { type DraftErrors, draftField, emptyDraft, type RunDraft, readDraft, restoreDraft } from '@/lib/run-draft';
import { storeDraft, storedDraft } from './draft-storage';

export interface DraftForm {
  form: UseFormReturn<RunDraft>;
  draft: RunDraft;
  host: Host | null;
  hosts: Host[];
  run: CreateRun;
  errors: DraftErrors;
  /** The error to show at a field now: not before a person has been there. */
  errorAt: (field: string) => string | undefined;
  showAll: () => void;
  refuse: (error: unknown) => void;
}

type Refusal = { field: string; message: string; value: unknown };

export function useDraftForm(hosts: Host[]): DraftForm {
  const form = useForm<RunDraft>({ defaultValues: emptyDraft() });
  const draft = form.watch();
  const [submitted, setSubmitted] = useState(false);
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const host = hosts.find(({ id }) => id === draft.hostId) ?? null;
  const { run, errors } = useMemo(() => readDraft(draft, host?.facts ?? null), [draft, host]);
  const { touchedFields } = form.formState;

  useStoredDraft(form);
  useHostChoice(form, draft.hostId, hosts);

  const errorAt = (field: string): string | undefined => {
    const refused = refusals.find((refusal) => refusal.field === field && refusal.value === valueAt(draft, field));
    if (refused) return refused.message;
    return submitted || valueAt(touchedFields, field) ? errors[field] : undefined;
  };
  const refuse = (error: unknown): void => {
    if (!(error instanceof ApiError)) return;
    const found = error.fields.flatMap(({ path, message }) => {
      const field = draftField(path);
      return field === null ? [] : [{ field, message, value: valueAt(draft, field) as unknown }];
    });
    setRefusals(found);
    if (found[0]) form.setFocus(found[0].field as Path<RunDraft>);
  };
  const showAll = (): void => {
    setSubmitted(true);
    const first = Object.keys(errors)[0];
    if (first) form.setFocus(first as Path<RunDraft>);
  };
  return { form, draft, host, hosts, run, errors, errorAt, showAll, refuse };
}

function useStoredDraft(form: UseFormReturn<RunDraft>): void {
  useEffect(() => {
    const stored = restoreDraft(storedDraft());
    if (stored) form.reset(stored);
    const watching = form.watch((values) => storeDraft(values as RunDraft));
    return () => watching.unsubscribe();
  }, [form]);
}

/** Takes the first host that is ready when none is chosen, or when the chosen one is gone. */
function useHostChoice(form: UseFormReturn<RunDraft>, hostId: string, hosts: Host[]): void {
  useEffect(() => {
    if (hosts.length === 0 || hosts.some(({ id }) => id === hostId)) return;
    const choice = hosts.find(({ status }) => status === 'ready') ?? hosts[0];
    if (choice) form.setValue('hostId', choice.id);
  }, [form, hostId, hosts]);
}

const Context = createContext<DraftForm | null>(null);
export const DraftFormProvider = Context.Provider;

export function useDraft(): DraftForm {
  const value = useContext(Context);
  if (!value) throw new Error('useDraft is used outside of its form.');
  return value;
}
