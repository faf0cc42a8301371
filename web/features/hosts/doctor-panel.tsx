'use client';

import type { Host } from '@contract/host';
import type { DoctorFinding, DoctorReport } from '@contract/host-task';
import { plural } from '@rules/words/numbers';
import { useQuery } from '@tanstack/react-query';
import { post } from '@/api/client';
import type { Mark } from '@/lib/tuning-rows';
import { CodeLine } from '@/ui/code-line';
import { Marked } from '@/ui/mark';
import { Panel } from '@/ui/panel';
import { When } from '@/ui/when';
import { AskButton, AskError } from './ask-agent';
import { sortedDiagnosis } from './diagnosis';

const WORDS = { first: 'Examine', now: 'Examining …', again: 'Examine again' };

/** What is missing or harmful on the host, each with the line that mends it. */
export function DoctorPanel({ host }: { host: Host }) {
  const doctor = useQuery({
    queryKey: ['doctor', host.id],
    queryFn: ({ signal }) => post('/api/v1/hosts/:hostId/doctor', undefined, { path: { hostId: host.id }, signal }),
    // Asked by a person only, and kept while they look around.
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
    retry: false,
  });
  const report = doctor.data;
  return (
    <Panel
      title="Doctor"
      aside={
        report && (
          <>
            examined <When atUs={report.checkedAtUs} />
          </>
        )
      }
      actions={
        <AskButton
          host={host}
          asking={doctor.isFetching}
          words={WORDS}
          asked={report !== undefined}
          ask={() => doctor.refetch()}
        />
      }
    >
      <AskError query={doctor} title="The host could not be examined" />
      {doctor.isFetching && (
        <p role="status" className="mb-2 text-sm text-muted">
          Asking its agent; it answers within 10 s or says why not.
        </p>
      )}
      {report ? (
        <Report report={report} />
      ) : (
        !doctor.isFetching && (
          <p className="max-w-[70ch] text-sm text-muted">
            What is missing or harmful on this host, each with the line that mends it: services that move interrupts,
            low limits, a clock that is off, other load. Examining only reads.
          </p>
        )
      )}
    </Panel>
  );
}

function Report({ report }: { report: DoctorReport }) {
  const { found, fine } = sortedDiagnosis(report);
  return (
    <>
      {found.length === 0 ? (
        <p className="text-sm">
          <Marked mark="ok">Nothing is missing or harmful</Marked>
        </p>
      ) : (
        <ul className="grid gap-3">
          {found.map((finding) => (
            <Finding key={`${finding.code} ${finding.sentence}`} finding={finding} />
          ))}
        </ul>
      )}
      {fine.length > 0 && (
        <details className="mt-3 border-t border-line pt-3 text-sm">
          <summary className="text-muted hover:text-ink">
            {plural(fine.length, 'check is fine', 'checks are fine')}
          </summary>
          <ul className="mt-2 grid gap-1">
            {fine.map((finding) => (
              <li key={`${finding.code} ${finding.sentence}`} className="[overflow-wrap:anywhere]">
                <Marked mark="ok" className="!font-normal">
                  <span className="text-ink">{finding.sentence}</span>
                </Marked>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const MARKS: Record<DoctorFinding['severity'], Mark> = { problem: 'bad', warning: 'warn', note: 'none', ok: 'ok' };

function Finding({ finding: { code, severity, sentence, mend } }: { finding: DoctorFinding }) {
  return (
    <li className="grid gap-x-4 gap-y-0.5 text-sm sm:grid-cols-[5.5rem_minmax(0,1fr)]">
      <Marked mark={MARKS[severity]}>{severity}</Marked>
      <div className="min-w-0">
        <p className="max-w-[90ch] [overflow-wrap:anywhere]">{sentence}</p>
        {mend !== null && (
          <div className="mt-1.5 max-w-[54rem]">
            <CodeLine text={mend} copyLabel={`Copy the line that mends ${code}`} />
          </div>
        )}
      </div>
    </li>
  );
}
