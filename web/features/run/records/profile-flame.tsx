'use client';

import type { ProfileTree } from '@contract/profile';
import type { StepProfile } from '@contract/step';
import {
  CODE_WORDS,
  codeKind,
  foldedSentence,
  formatSample,
  frameSentence,
  samplesSentence,
} from '@rules/profile/profile-words';
import { useCallback } from 'react';
import { codeLook, kindsOf } from '@/charts/flame/code-look';
import type { FlameTree } from '@/charts/flame/flame-tree';
import { FlameView } from '@/charts/flame/flame-view';
import { useFlameChoice } from '@/features/run/url-state';
import { PROFILE_WORDS } from '@/lib/profile-kinds';
import { ErrorNotice } from '@/ui/error-notice';
import { Skeleton } from '@/ui/skeleton';
import { ProfileTable } from './profile-table';
import { useProfileTree, WORTH } from './use-profile-tree';

interface ProfileFlameProps {
  runId: string;
  profile: StepProfile;
  artifactId: string;
}

/** A profile as a flame graph, its functions beside it. While the tree is not there, the functions that the agent named are. */
export function ProfileFlame({ runId, profile, artifactId }: ProfileFlameProps) {
  const { data, tree, error, retry } = useProfileTree(runId, artifactId);
  const [choice, setChoice] = useFlameChoice();
  if (!data || !tree) {
    return (
      <>
        <div className="px-4 pb-3 sm:px-5">
          {error ? (
            <ErrorNotice title="The flame graph could not be loaded" error={error} retry={retry} />
          ) : (
            <Skeleton className="h-72" />
          )}
        </div>
        <ProfileTable profile={profile} />
      </>
    );
  }
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-2 gap-y-4 xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
      <div className="min-w-0 px-4 pb-4 sm:px-5">
        <Flame kind={profile.kind} data={data} tree={tree} choice={choice} onChoice={setChoice} />
      </div>
      <ProfileTable profile={profile} tree={data} onFind={(name) => setChoice({ wanted: name, zoom: null })} />
    </div>
  );
}

interface FlameProps {
  kind: StepProfile['kind'];
  data: ProfileTree;
  tree: FlameTree;
  choice: ReturnType<typeof useFlameChoice>[0];
  onChoice: ReturnType<typeof useFlameChoice>[1];
}

function Flame({ kind, data, tree, choice, onChoice }: FlameProps) {
  const tellOf = useCallback(
    (shown: FlameTree) => (frame: number) => {
      const [self, total] = [shown.selfs[0]?.[frame] ?? 0, shown.totals[0]?.[frame] ?? 0];
      const code = shown.functions[shown.places[frame] as number];
      return `${frameSentence({ self, total }, data)}${code ? ` · ${CODE_WORDS[codeKind(code)]}` : ''}`;
    },
    [data],
  );
  const notes = [samplesSentence(data), foldedSentence(data)].filter((note) => note !== null);
  const legend = kindsOf(tree);
  return (
    <>
      <FlameView
        label={`Flame graph, ${PROFILE_WORDS[kind].title}: ${formatSample(data.total, data.unit)} in all`}
        tree={tree}
        worth={WORTH}
        lookOf={codeLook}
        legend={legend}
        choice={choice}
        onChoice={onChoice}
        tellOf={tellOf}
        title={`Flame graph, ${PROFILE_WORDS[kind].title}`}
        counts={{ unit: data.unit, sides: [''] }}
      />
      {notes.length > 0 && <p className="mt-1 text-xs text-muted">{notes.join(' ')}</p>}
    </>
  );
}
