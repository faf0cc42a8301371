'use client';

import type { Host } from '@contract/host';
import type { NextChange } from '@rules/verdict/next-change';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { emptyDraft, isTyped } from '@/features/draft/run-draft';
import type { OwnRun } from '@/lib/imported';
import { useSession } from '../shell/use-session';
import { DraftFormProvider, useDraftForm } from './draft-form';
import { forgetDraft, setAside, storeDraft, storedDraft } from './draft-storage';
import { focusFirst, unfoldAndFocus } from './focus-fault';
import { HardwareCard } from './hosts/hardware-card';
import { KeptDraft } from './kept-draft';
import { LoadCard } from './load/load-card';
import { MadeFrom } from './made-from';
import { SidePanel } from './plan/side-panel';
import { useCreateRun } from './submission';
import { BackendsCard } from './target/backends-card';
import { RequestsCard } from './target/requests-card';
import { TargetCard } from './target/target-card';
import { TuningCard } from './tuning/tuning-card';

interface NewRunFormProps {
  hosts: Host[];
  original: OwnRun | null;
  /** Made to the original before the form begins. */
  change: NextChange | null;
  /** Begins anew with what is stored by then. */
  restart: () => void;
  /** It has: what had the focus went away with the form before. */
  restarted: boolean;
}

export function NewRunForm({ hosts, original, change, restart, restarted }: NewRunFormProps) {
  const draftForm = useDraftForm(hosts, original, change);
  const create = useCreateRun();
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
    if (restarted) focusFirst(element.current, (field) => field === 'serverHostId');
  }, [restarted]);

  const submit = (): void => {
    if (create.isPending || create.isSuccess || !mayRun) return;
    if (Object.keys(faults).length > 0) {
      draftForm.showAll();
      focusFirst(element.current, (field) => field in faults);
      return;
    }
    create.mutate(draftForm.run, {
      onError: (error) => {
        draftForm.refuse(error);
        // Once what is refused is on the page.
        requestAnimationFrame(() => {
          const invalid = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
          const shown = invalid ?? document.getElementById('run-refused');
          if (shown) unfoldAndFocus(shown);
        });
      },
    });
  };
  const startOver = (): void => {
    if (draftForm.typed) setAside({ fromId, draft });
    forgetDraft(fromId);
    if (!original) storeDraft(null, { ...emptyDraft(draft.serverHostId), clientHostIds: draft.clientHostIds });
    restart();
  };
  const dropOriginal = (): void => {
    const before = storedDraft(null);
    if (before && isTyped(before)) setAside({ fromId: null, draft: before });
    storeDraft(null, draft);
    forgetDraft(fromId);
    document.getElementById('main')?.focus({ preventScroll: true });
    router.push('/runs/new');
  };
  return (
    <DraftFormProvider value={draftForm}>
      <form
        ref={element}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21rem]"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <KeptDraft fromId={fromId} restart={restart} />
          {original && <MadeFrom original={original} onReset={startOver} onDrop={dropOriginal} />}
          <HardwareCard />
          <TargetCard />
          <RequestsCard />
          <BackendsCard />
          <TuningCard />
          <LoadCard />
        </div>
        <SidePanel
          busy={create.isPending || create.isSuccess}
          error={create.error}
          mayRun={mayRun}
          onStartOver={startOver}
        />
      </form>
    </DraftFormProvider>
  );
}
