'use client';

import type { Host } from '@contract/host';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { emptyDraft, isTyped } from '@/features/draft/run-draft';
import { useSession } from '../shell/use-session';
import { CpusPart } from './cpus-part';
import { DraftFormProvider, type DraftStart, useDraftForm } from './draft-form';
import { forgetDraft, handDraft, setAside, storeDraft, storedDraft } from './draft-storage';
import { focusFirst, unfoldAndFocus } from './focus-fault';
import { FormParts } from './form-part';
import { HostsPart } from './hosts/hosts-part';
import { KeptDraft, RestoredDraft } from './kept-draft';
import { LoadPart } from './load/load-part';
import { ProfilingPart } from './load/profiling-part';
import { ToolPart } from './load/tool-part';
import { MadeFrom } from './made-from';
import { SidePanel } from './plan/side-panel';
import { PresetRow } from './preset-row';
import { useCreateRun } from './submission';
import { BackendsPart } from './target/backends-part';
import { RequestsPart } from './target/requests-part';
import { TargetPart } from './target/target-part';
import { WorkersPart } from './target/workers-part';
import { TuningPart } from './tuning/tuning-part';
import { ViewerNotice } from './viewer-notice';

interface NewRunFormProps {
  hosts: Host[];
  begin: DraftStart;
  /** Begins anew with what is stored by then. */
  restart: () => void;
  /** It has: what had the focus went away with the form before. */
  restarted: boolean;
}

export function NewRunForm({ hosts, begin, restart, restarted }: NewRunFormProps) {
  const { original, change } = begin;
  const draftForm = useDraftForm(hosts, begin);
  const { create, launches } = useCreateRun();
  const { session, may } = useSession();
  // Until the session is known the API decides.
  const mayRun = session === undefined || may('operator');
  const element = useRef<HTMLFormElement>(null);
  const router = useRouter();
  const fromId = original?.id ?? null;
  const { draft, faults } = draftForm;

  // Once it is made the change is a draft like any other: what is typed then outlives a reload.
  const prepared = useRef(change === null);
  useEffect(() => {
    if (prepared.current || fromId === null) return;
    prepared.current = true;
    const before = storedDraft(fromId);
    if (before) setAside({ fromId, draft: before });
    storeDraft(fromId, draft);
    router.replace(`/runs/new?from=${fromId}`);
  }, [fromId, draft, router]);

  useEffect(() => {
    if (restarted) element.current?.querySelector('button')?.focus();
  }, [restarted]);

  const submit = (): void => {
    if (create.isPending || create.isSuccess || !mayRun) return;
    if (Object.keys(faults).length > 0) {
      // What was refused before is not what is typed now.
      create.reset();
      draftForm.showAll();
      focusFirst(element.current, (field) => field in faults);
      return;
    }
    const { run, launch } = draftForm;
    create.mutate(
      { run, launch },
      {
        onError: (error) => {
          draftForm.refuse(error);
          // Once what is refused is on the page.
          requestAnimationFrame(() => {
            const invalid = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
            const shown = invalid ?? document.getElementById('run-refused');
            if (shown) unfoldAndFocus(shown);
          });
        },
      },
    );
  };
  const startOver = (): void => {
    if (draftForm.typed) setAside({ fromId, draft });
    forgetDraft(fromId);
    const { hardware, launch, serverHostId, clientHostIds } = draft;
    if (!original) storeDraft(null, { ...emptyDraft(serverHostId), hardware, launch, clientHostIds });
    restart();
  };
  const dropOriginal = (): void => {
    const before = storedDraft(null);
    if (before && isTyped(before)) setAside({ fromId: null, draft: before });
    handDraft(null, draft);
    forgetDraft(fromId);
    document.getElementById('main')?.focus({ preventScroll: true });
    router.push('/runs/new');
  };
  return (
    <DraftFormProvider value={draftForm}>
      <form
        ref={element}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 max-sm:pb-20 xl:grid-cols-[minmax(0,1fr)_21rem]"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          {!mayRun && <ViewerNotice />}
          <PresetRow />
          {draftForm.restored && !restarted && <RestoredDraft onAfresh={startOver} />}
          <KeptDraft key={draftForm.keptTimes} fromId={fromId} restart={restart} />
          {original && <MadeFrom original={original} onReset={startOver} onDrop={dropOriginal} />}
          <FormParts label="What runs">
            <HostsPart />
            <TargetPart />
            <RequestsPart />
            <BackendsPart />
            <LoadPart />
          </FormParts>
          <FormParts label="Settings">
            <TuningPart />
            <WorkersPart />
            <CpusPart />
            <ToolPart />
            <ProfilingPart />
          </FormParts>
        </div>
        <SidePanel
          busy={create.isPending || create.isSuccess}
          error={create.error}
          launchId={launches.launchId}
          mayRun={mayRun}
          onStartOver={startOver}
        />
      </form>
    </DraftFormProvider>
  );
}
