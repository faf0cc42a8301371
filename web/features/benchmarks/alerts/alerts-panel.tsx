'use client';

import type { Alert } from '@contract/alert';
import type { Benchmark } from '@contract/benchmark';
import type { Bisection } from '@contract/bisection';
import { revisionOf } from '@rules/spec/revision-words';
import { isKnownToHold } from '@rules/watch/alert';
import { plural } from '@rules/words/numbers';
import Link from 'next/link';
import { useState } from 'react';
import { Allowed } from '@/features/shell/allowed';
import { formatDate } from '@/lib/time';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { onDemand } from '@/ui/on-demand';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';
import { isRunning } from '../bisections/bisections-query';
import { SearchDialog } from '../bisections/searches';
import { revisionName } from '../revision-name';
import { ACTIONS, type AlertAction, alertTone, goesOn, isConfirmed } from './alert-looks';
import type { useAlerts } from './alerts-query';

const AlertDialog = onDemand(async () => (await import('./alert-dialog')).AlertDialog);

interface AlertsPanelProps {
  query: ReturnType<typeof useAlerts>;
  benchmark: Benchmark;
  /** For commits that changed it; none until they are read. */
  searches: Bisection[];
}

/** What changed from one revision to another, whether an experiment showed it, and what people said of it. */
export function AlertsPanel({ query, benchmark, searches }: AlertsPanelProps) {
  const [all, setAll] = useState(false);
  // Most benchmarks have none: nothing stands there meanwhile.
  if (query.isPending) return null;
  if (!query.data) return <QueryState query={query} what="the changes" rows={1} />;
  const { alerts } = query.data;
  const open = alerts.filter(goesOn);
  const confirmed = alerts.filter(isConfirmed);
  const first = confirmed.length > 0 ? confirmed : open;
  const others = alerts.filter((alert) => !first.includes(alert));
  if (alerts.length === 0) return null;
  return (
    <Panel title="Changes" aside={asideOf(confirmed.length, open.length)} flush>
      <ul aria-label="Changes" className="divide-y divide-line border-t border-line">
        {(all ? [...first, ...others] : first).map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            benchmark={benchmark}
            searched={searches.some((one) => one.alertId === alert.id && isRunning(one))}
          />
        ))}
      </ul>
      {!all && others.length > 0 && (
        <div className="px-4 py-3 sm:px-5">
          <Button onClick={() => setAll(true)}>
            Show {plural(others.length, first.length > 0 ? 'other' : 'settled change')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function asideOf(confirmed: number, open: number): string {
  if (confirmed > 0) return `${confirmed} confirmed`;
  return open > 0 ? `${open} under way, or known` : 'none is open';
}

interface AlertRowProps {
  alert: Alert;
  benchmark: Benchmark;
  /** A search for its commit is under way. */
  searched: boolean;
}

function AlertRow({ alert, benchmark, searched }: AlertRowProps) {
  const [asking, setAsking] = useState<AlertAction | 'search' | null>(null);
  const close = (): void => setAsking(null);
  const { state, sentence, experimentId, waitingSentence, mutedUntilUs, changedAtUs, actions } = alert;
  const searchable = !searched && maySearch(alert, benchmark);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3 text-sm sm:px-5 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-1">
        <p className="[overflow-wrap:anywhere]">
          <span className="mr-2 inline-flex align-middle">
            <Chip tone={alertTone(alert)}>{state}</Chip>
          </span>
          <span className="font-medium">{sentence}</span>
        </p>
        <p className="text-xs text-muted [overflow-wrap:anywhere]">
          <Range alert={alert} /> ·{' '}
          {mutedUntilUs === null ? <When atUs={changedAtUs} /> : <>until {formatDate(mutedUntilUs)}</>}
          {experimentId !== null && (
            <>
              {' · '}
              <Link href={`/experiments/${experimentId}`} className="text-accent hover:underline">
                its experiment
              </Link>
            </>
          )}
        </p>
        {waitingSentence !== null && <p className="text-xs text-muted">Waits: {waitingSentence}</p>}
        <Entries alert={alert} />
      </div>
      <Allowed needs="operator">
        {(searchable || actions.length > 0) && (
          <div className="flex flex-wrap items-start gap-1.5">
            {searchable && (
              <Button onFocus={SearchDialog.preload} onClick={() => setAsking('search')}>
                Find the commit
              </Button>
            )}
            {actions.map((action) => (
              <Button key={action} onFocus={AlertDialog.preload} onClick={() => setAsking(action)}>
                {ACTIONS[action].label}
              </Button>
            ))}
          </div>
        )}
        {asking === 'search' && <SearchDialog benchmark={benchmark} alert={alert} onClose={close} />}
        {asking && asking !== 'search' && <AlertDialog alert={alert} action={asking} onClose={close} />}
      </Allowed>
    </li>
  );
}

/** An experiment showed that it lies between two commits, which its target can be built from. */
const maySearch = ({ before, channel, state }: Alert, { design, archivedAtUs }: Benchmark): boolean =>
  before !== null &&
  channel !== 'budget' &&
  isKnownToHold(state) &&
  archivedAtUs === null &&
  revisionOf(design.spec) !== null;

/** All that is known: the change lies somewhere between. */
function Range({ alert: { before, after } }: { alert: Alert }) {
  const named = ({ revision, subject }: Alert['after']) => (
    <span title={revision}>
      {revisionName(revision)}
      {subject && ` ‘${subject}’`}
    </span>
  );
  return before === null ? (
    <>at {named(after)}</>
  ) : (
    <>
      between {named(before)} and {named(after)}
    </>
  );
}

/** What people said, the last first; what the instance did is in the state. */
function Entries({ alert: { entries } }: { alert: Alert }) {
  const said = entries.filter(({ reason }) => reason !== null).toReversed();
  return said.map(({ atUs, state, byName, reason }) => (
    <p key={`${atUs} ${state}`} className="text-xs [overflow-wrap:anywhere]">
      <span className="text-muted">
        {byName ?? 'The instance'}, {state}, <When atUs={atUs} />:
      </span>{' '}
      {reason}
    </p>
  ));
}
