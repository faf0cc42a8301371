'use client';

import type { Run } from '@contract/run';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { RECORDS_ID } from '@/features/run/tuning/tuning-panel';
import { TABS, type Tab, useTab } from '@/features/run/url-state';
import { usePrinting } from '@/ui/browser/printing';
import { Panel } from '@/ui/panel';
import { CommandsRecord } from './commands-record';
import { EnvironmentRecord } from './environment-record';
import { type FileAccess, FilesRecord } from './files-record';
import { PreflightRecord } from './preflight-record';
import { TimelineRecord } from './timeline-record';

const LABELS: Record<Tab, string> = {
  environment: 'Environment',
  preflight: 'Preflight',
  commands: 'Exact commands',
  files: 'Files',
  timeline: 'Timeline',
  snapshots: 'Snapshots',
};

interface RecordsProps {
  run: Run;
  files: FileAccess;
  /** Absent where they cannot be read: a shared copy has none. */
  snapshots?: ReactNode;
}

/** An imported run has of these what its source had. */
function hasRecord({ imported, artifacts, preflight, steps, transitions }: Run, tab: Tab): boolean {
  if (tab === 'preflight') return preflight !== null;
  if (!imported || tab === 'environment') return true;
  if (tab === 'files') return artifacts.length > 0;
  if (tab === 'commands') return steps.some(({ command }) => command.length > 0);
  return tab === 'timeline' && transitions.length > 0;
}

export function Records({ run, files, snapshots }: RecordsProps) {
  const [asked, setTab] = useTab();
  const tabs = TABS.filter((name) => (name === 'snapshots' ? snapshots !== undefined : hasRecord(run, name)));
  const tab = tabs.includes(asked) ? asked : 'environment';
  const bodies: Record<Tab, ReactNode> = {
    environment: <EnvironmentRecord run={run} />,
    preflight: <PreflightRecord run={run} />,
    commands: <CommandsRecord run={run} />,
    files: <FilesRecord run={run} access={files} />,
    timeline: <TimelineRecord run={run} />,
    snapshots,
  };
  const printing = usePrinting();
  if (printing)
    return <AllRecords tabs={tabs.filter((name) => name !== 'snapshots' || name === tab)} bodies={bodies} />;
  return (
    <Tabs.Root
      id={RECORDS_ID}
      value={tab}
      onValueChange={(next) => setTab(next as Tab)}
      className="min-w-0 scroll-mt-4 rounded-panel border border-line bg-panel"
    >
      <Tabs.List
        aria-label="Records of the run"
        className="flex gap-1 overflow-x-auto border-b border-line px-2 sm:px-3"
      >
        {tabs.map((name) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="-mb-px shrink-0 border-b-2 border-transparent px-2.5 py-2.5 text-sm text-muted outline-offset-[-2px] hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {LABELS[name]}
            {name === 'files' && <span className="ml-1.5 text-xs font-normal text-muted">{run.artifacts.length}</span>}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((name) => (
        <Tabs.Content key={name} value={name} className="outline-offset-[-2px]">
          {bodies[name]}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

/** Paper has no tabs: each record under its name. Snapshots, which are thousands of lines, only where they are chosen. */
function AllRecords({ tabs, bodies }: { tabs: Tab[]; bodies: Record<Tab, ReactNode> }) {
  return tabs.map((name) => (
    <Panel key={name} title={LABELS[name]} flush>
      {bodies[name]}
    </Panel>
  ));
}
