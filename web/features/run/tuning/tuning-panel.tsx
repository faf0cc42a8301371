'use client';

import type { Run, RunHost } from '@contract/run';
import type { RunTuning } from '@contract/tuning';
import { isTerminal } from '@rules/run/run-machine';
import { askedOf } from '@rules/tuning/setting-words';
import { plural } from '@rules/words/numbers';
import { serverFirst } from '@/features/run/host-order';
import { useOpenSettings, useTab } from '@/features/run/url-state';
import { notChangeable, restoreTold, type SettingRow, settingRows } from '@/lib/tuning-rows';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { Marked } from '@/ui/mark';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';
import { SettingItem, STAGES } from './setting-item';

export const RECORDS_ID = 'records';

interface TuningPanelProps {
  run: Run;
  /** Whether the page can show them. */
  snapshots: boolean;
}

/** Host by host: what was asked, what read back, whether it took effect, whether it was put back. */
export function TuningPanel({ run, snapshots }: TuningPanelProps) {
  const over = isTerminal(run.state);
  const hosts = serverFirst(run.hosts, run).map((host, index) => {
    const tuning = run.tuning.find(({ hostId }) => hostId === host.hostId) ?? null;
    const asked = askedOf(run.spec.tuning, host.roles);
    const startedCpus = host.roles.includes('server') ? run.target?.cpus : undefined;
    return { host, index, tuning, rows: settingRows({ tuning, asked, startedCpus, over }) };
  });
  const look = snapshots && run.tuning.some((tuning) => tuning.snapshots.length > 0) ? <LookAtSnapshots /> : null;
  if (hosts.every(({ rows }) => rows.length === 0)) return <LeftAsTheyWere run={run} look={look} />;
  return (
    <Panel title="Tuning" aside="asked → read back → effective in the steps → restored" actions={look} flush>
      {hosts
        .filter(({ rows, tuning }) => rows.length > 0 || tuning !== null)
        .map(({ host, index, tuning, rows }) => (
          <HostTuning key={host.hostId} host={host} index={index} tuning={tuning} rows={rows} over={over} />
        ))}
    </Panel>
  );
}

function LeftAsTheyWere({ run, look }: { run: Run; look: React.ReactNode }) {
  const taken = run.tuning.reduce((sum, { snapshots }) => sum + snapshots.length, 0);
  if (run.tuning.length === 0) return null;
  return (
    <Panel title="Tuning" actions={look}>
      <p className="max-w-[90ch] text-sm text-muted">
        {run.hosts.length === 1 ? 'The host was' : 'The hosts were'} left as{' '}
        {run.hosts.length === 1 ? 'it was' : 'they were'}: no tuning was asked for
        {taken > 0 &&
          `; ${plural(taken, 'snapshot')} of everything that can be tuned ${taken === 1 ? 'was' : 'were'} taken`}
        .
      </p>
    </Panel>
  );
}

function LookAtSnapshots() {
  const [, setTab] = useTab();
  const look = (): void => {
    void setTab('snapshots');
    document.getElementById(RECORDS_ID)?.scrollIntoView({ block: 'start' });
  };
  return (
    <Button className="print:hidden" onClick={look}>
      Snapshots
    </Button>
  );
}

interface HostTuningProps {
  host: RunHost;
  index: number;
  tuning: RunTuning | null;
  rows: SettingRow[];
  over: boolean;
}

function HostTuning({ host, index, tuning, rows, over }: HostTuningProps) {
  const [open, setOpen] = useOpenSettings();
  const restored = tuning && restoreTold(tuning, over);
  return (
    <section
      aria-label={`Tuning of ${host.name}`}
      className="min-w-0 border-line pb-1 [&+&]:mt-3 [&+&]:border-t [&+&]:pt-3"
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 pb-2 text-sm sm:px-5">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{host.name}</h3>
        {host.roles.map((role) => (
          <Chip key={role}>{role}</Chip>
        ))}
        {tuning?.nic && <span className="font-mono text-xs text-muted">{tuning.nic}</span>}
        {restored && (
          <Marked mark={restored.mark} className="sm:ml-auto">
            {restored.word}
            {restored.detail !== null && <span className="font-normal text-muted">: {restored.detail}</span>}
          </Marked>
        )}
      </div>
      {tuning && <HostNotices tuning={tuning} />}
      {rows.length > 0 && (
        <div aria-hidden className={`hidden px-5 pb-1 text-xs font-medium text-muted ${STAGES}`}>
          <span className="pl-3.5">setting</span>
          <span>asked</span>
          <span>read back</span>
          <span>effective</span>
          <span>restored</span>
        </div>
      )}
      <ul>
        {rows.map((row) => {
          const name = `${index + 1}.${row.setting}`;
          const isOpen = open.includes(name);
          const toggle = () => setOpen(isOpen ? open.filter((one) => one !== name) : [...open, name]);
          return <SettingItem key={row.setting} row={row} open={isOpen} onToggle={toggle} />;
        })}
      </ul>
    </section>
  );
}

/** What has to show while the settings are folded. */
function HostNotices({ tuning }: { tuning: RunTuning }) {
  const moved = tuning.knobs.filter(({ restoredMatches }) => restoredMatches === false);
  const left = notChangeable(tuning.knobs);
  const count = left.reduce((sum, { keys }) => sum + keys.length, 0);
  if (tuning.restoreMatches !== false && left.length === 0 && tuning.warnings.length === 0) return null;
  return (
    <div className="grid gap-2 px-4 pb-3 sm:px-5">
      {tuning.restoreMatches === false && (
        <Notice kind="bad" title="The host does not read as it did before the run">
          {moved.length === 0 ? (
            'Which knobs differ was not said. The host takes no run until it is put back.'
          ) : (
            <ul className="grid gap-0.5">
              {moved.map(({ key, before, restored }) => (
                <li key={key}>
                  <code className="font-mono text-xs">{key}</code> was{' '}
                  <code className="font-mono text-xs">{before ?? 'not read'}</code>, reads{' '}
                  <code className="font-mono text-xs">{restored ?? 'nothing'}</code>
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      {tuning.warnings.map((sentence) => (
        <Notice key={sentence} kind="warn">
          {sentence}
        </Notice>
      ))}
      {left.length > 0 && (
        <Notice
          kind="info"
          title={`${plural(count, 'knob')} could not be changed and ${count === 1 ? 'was' : 'were'} left`}
        >
          <ul className="grid gap-1">
            {left.map(({ reason, keys }) => (
              <li key={reason}>
                <span className="font-mono text-xs">
                  {keys.slice(0, 4).join(', ')}
                  {keys.length > 4 && ` and ${keys.length - 4} more`}
                </span>
                : {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
