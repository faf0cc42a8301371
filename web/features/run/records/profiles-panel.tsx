'use client';

import type { Run } from '@contract/run';
import { formatSample } from '@rules/profile/profile-words';
import { protocolOf, stepText } from '@rules/spec/load-words';
import { formatDuration } from '@rules/words/durations';
import { plural } from '@rules/words/numbers';
import { Download } from 'lucide-react';
import { useFlameChoice, useProfileChoice } from '@/features/run/url-state';
import { PROFILE_WORDS } from '@/lib/profile-kinds';
import { buttonClass } from '@/ui/button';
import { CodeLine } from '@/ui/code-line';
import { Segmented } from '@/ui/inputs/segmented';
import { Notice } from '@/ui/notice';
import { onDemand } from '@/ui/on-demand';
import { Panel } from '@/ui/panel';
import { Skeleton } from '@/ui/skeleton';
import type { FileAccess } from './files-record';
import { ProfileTable } from './profile-table';
import { type ChosenProfile, pprofLine, profileKey, profilesOf } from './profile-words';

/** Few runs have profiles. */
const ProfileFlame = onDemand(
  async () => (await import('./profile-flame')).ProfileFlame,
  <Skeleton className="h-72" />,
);

/** What was captured of the target, or of its host, step by step and kind by kind. Absent where no step asked for it. */
export function ProfilesPanel({ run, files }: { run: Run; files: FileAccess }) {
  const [choice, setChoice] = useProfileChoice();
  const [, setFlame] = useFlameChoice();
  const profiles = profilesOf(run.steps);
  const chosen = profiles.find((one) => profileKey(one) === choice) ?? profiles[0];
  if (!chosen) return null;
  const several = new Set(profiles.map(({ stepIndex }) => stepIndex)).size > 1;
  const spec = run.steps.find(({ index }) => index === chosen.stepIndex)?.spec;
  return (
    <Panel
      title="Profiles"
      aside={`step ${chosen.stepIndex + 1}${spec ? `, ${stepText(spec, protocolOf(run))}` : ''}: a repetition, kept apart from the figures`}
      actions={
        profiles.length > 1 && (
          <Segmented
            label="Profile"
            value={profileKey(chosen)}
            onChange={(key) => {
              setChoice(key);
              setFlame({ zoom: null });
            }}
            className="max-w-full flex-wrap print:hidden"
            options={profiles.map((one) => ({
              value: profileKey(one),
              label: `${several ? `${one.stepIndex + 1}: ` : ''}${PROFILE_WORDS[one.profile.kind].title}`,
              title: `${PROFILE_WORDS[one.profile.kind].title}, step ${one.stepIndex + 1}`,
            }))}
          />
        )
      }
      flush
    >
      <OneProfile run={run} chosen={chosen} files={files} />
    </Panel>
  );
}

function OneProfile({
  run,
  chosen: { profile, stepIndex },
  files,
}: {
  run: Run;
  chosen: ChosenProfile;
  files: FileAccess;
}) {
  const { title, says } = PROFILE_WORDS[profile.kind];
  if (profile.failure !== null)
    return (
      <div className="px-4 pb-4 sm:px-5">
        <Notice kind="warn" title={`There is no ${title} profile of step ${stepIndex + 1}`}>
          {profile.failure}
        </Notice>
      </div>
    );
  return (
    <>
      <div className="grid gap-3 px-4 pb-3 sm:px-5">
        <p className="max-w-[90ch] text-sm text-muted">
          {title}: {says}. {formatSample(profile.total, profile.unit)} in all ({profile.sampleType}
          {profile.durationSeconds > 0 && `, captured over ${formatDuration(profile.durationSeconds)}`})
          {profile.processes > 1 && `, of ${plural(profile.processes, 'process', 'processes')}`}.
        </p>
      </div>
      {profile.functions.length === 0 ? (
        <p className="px-4 pb-4 text-sm sm:px-5">Nothing was counted: the profile is empty.</p>
      ) : files === 'download' && profile.artifactId !== null ? (
        <ProfileFlame key={profile.artifactId} runId={run.id} profile={profile} artifactId={profile.artifactId} />
      ) : (
        <ProfileTable key={`${stepIndex} ${profile.kind}`} profile={profile} />
      )}
      <div className="grid gap-3 px-4 py-3 sm:px-5">
        {profile.note && <p className="max-w-[90ch] text-sm text-muted">{profile.note}</p>}
        {files === 'download' && <PprofFile run={run} artifactId={profile.artifactId} />}
      </div>
    </>
  );
}

function PprofFile({ run, artifactId }: { run: Run; artifactId: string | null }) {
  const artifact = run.artifacts.find(({ id }) => id === artifactId);
  if (!artifact) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <a
        href={`/api/v1/runs/${run.id}/artifacts/${artifact.id}`}
        download={artifact.name}
        className={buttonClass('plain', 'w-fit')}
      >
        <Download aria-hidden className="size-3.5" />
        pprof file
      </a>
      <div className="min-w-0 max-w-full sm:min-w-96">
        <CodeLine text={pprofLine(artifact.name)} copyLabel="Copy the line that opens the file in pprof" />
      </div>
    </div>
  );
}
