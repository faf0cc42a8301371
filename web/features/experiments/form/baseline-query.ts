'use client';

import { notAgain } from '@rules/spec/run-again';
import { useMemo } from 'react';
import { useOriginal } from '@/features/new-run/original-query';
import type { OwnRun } from '@/lib/imported';
import { isOwn } from '@/lib/imported';
import type { Baseline } from './experiment-form';
import { handedBaseline, TYPED_BASELINE } from './experiment-storage';

/** The configuration that an experiment starts from; null where it cannot be had. */
export function useBaseline(baselineId: string | null) {
  const runId = baselineId === TYPED_BASELINE ? null : baselineId;
  const query = useOriginal(runId);
  const run = query.data;
  const baseline = useMemo((): Baseline | null => {
    if (baselineId === TYPED_BASELINE) return typedBaseline();
    return run && isOwn(run) ? ofRun(run) : null;
  }, [baselineId, run]);
  return { baseline, query, refused: run ? notAgain(run.spec) : null };
}

function ofRun(run: OwnRun): Baseline {
  return {
    key: run.id,
    runId: run.id,
    name: run.name,
    spec: run.spec,
    suggestedStep: run.best?.stepIndex ?? null,
    hostNames: new Map(run.hosts.map(({ hostId, name }) => [hostId, name])),
  };
}

function typedBaseline(): Baseline | null {
  const handed = handedBaseline();
  return handed && { key: TYPED_BASELINE, runId: null, ...handed, suggestedStep: null, hostNames: new Map() };
}
