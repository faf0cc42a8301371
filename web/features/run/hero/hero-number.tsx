import type { Point } from '@contract/point';
import type { Run } from '@contract/run';
import type { Validity } from '@contract/verdict';
import { errorTotal } from '@rules/load/failed-requests';
import { boundOf, boundText } from '@rules/load/search/search-bound';
import { whyNoBest, whyNoCpuPerRequest, whyNoPercentile } from '@rules/load/why-absent';
import { countedByTool } from '@rules/run/live-words';
import { isTerminal } from '@rules/run/run-machine';
import { protocolOf, stepText } from '@rules/spec/load-words';
import { doubtWords } from '@rules/verdict/doubt-words';
import { formatCount, formatShort, formatSignificant, plural } from '@rules/words/numbers';
import { doubtsOf } from '@/features/run/verdict/findings';
import { latencyText, rangeOf } from '@/lib/latency-text';
import { errorKinds } from '@/lib/request-errors';
import { LOOP_TEXT } from '@/lib/target-text';
import { Measured } from '@/ui/absent';
import { classNames } from '@/ui/class-names';
import { Term } from '@/ui/term';
import { FINDINGS_ID } from '../verdict/findings-panel';

/** The best step in three figures; where none can be it, why. */
export function HeroNumber({ run }: { run: Run }) {
  // A point that is impossible or failed throughout is never the best, however high, whichever step the verdict
  // describes.
  const best = run.steps.find(({ index }) => index === run.best?.stepIndex);
  if (!best?.point) {
    return (
      <div className="px-4 py-4 sm:px-5">
        <p className="text-xs text-muted">
          <Term of="throughput">Throughput</Term>
        </p>
        <p className="text-[2.5rem] font-semibold leading-tight text-muted">–</p>
        <p className="text-sm">{whyNoBest(run)}.</p>
      </div>
    );
  }
  const { point } = best;
  const doubts = doubtsOf(run.findings, best.index);
  const validity = best.verdict?.validity ?? null;
  return (
    <div className="min-w-0 px-4 py-4 max-sm:py-3 sm:px-5">
      <p className="text-xs text-muted">
        {bestLabel(run, validity, best.index)} {stepText(best.spec, protocolOf(run))}
        {!isTerminal(run.state) && ', so far'}
        {point.errors !== null && errorTotal(point.errors) === 0 && ' · no\u00a0errors'}
      </p>
      <Throughput point={point} suspect={doubts.length > 0} />
      {!isTerminal(run.state) && <p className="text-xs text-muted">{countedByTool(run)}</p>}
      {doubts.length > 0 && (
        <p className="text-sm text-warn [overflow-wrap:anywhere]">
          <a href={`#${FINDINGS_ID}`} className="hit underline underline-offset-2">
            Suspect
          </a>
          : {doubtWords(doubts)}.
        </p>
      )}
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3">
        <P99 point={point} imported={run.imported !== null} />
        <ServerCpu point={point} imported={run.imported !== null} />
      </dl>
      <Errors point={point} />
    </div>
  );
}

/** Which step stands for the run; of a search with a bound, one that kept it. */
function bestLabel({ best, spec }: Run, validity: Validity | null, index: number): string {
  if (best?.aboveBound) return `No step kept ${best.aboveBound}. Step ${index + 1}:`;
  const named = validity === 'valid' ? 'Best valid step' : 'Best step';
  const bound = boundOf(spec.load.search);
  return bound ? `${named} with ${boundText(bound)}: step ${index + 1},` : `${named}: ${index + 1},`;
}

function Throughput({ point, suspect }: { point: Point; suspect: boolean }) {
  const { requestsPerSecond, offeredPerSecond, unsent } = point;
  const exact = `${formatCount(requestsPerSecond)} req/s${point.rounded ? ', rounded by its source' : ''}`;
  return (
    <>
      <p
        title={exact}
        className={classNames(
          'whitespace-nowrap text-[2.5rem] font-semibold leading-tight tracking-tighter',
          suspect && 'text-warn',
        )}
      >
        {suspect && <span aria-hidden>~</span>}
        {suspect && <span className="sr-only">about </span>}
        {formatShort(Math.round(requestsPerSecond))}{' '}
        <span className="text-lg font-normal tracking-normal text-muted">req/s</span>
      </p>
      {offeredPerSecond !== null && (
        <p className="text-xs text-muted">
          of {formatCount(offeredPerSecond)} offered
          {unsent !== null && unsent > 0 && `, ${formatCount(unsent)} requests unsent`}
        </p>
      )}
    </>
  );
}

const VALUE = 'whitespace-nowrap text-xl font-semibold tracking-tight';
const UNIT = 'ml-1 text-sm font-normal tracking-normal text-muted';

function P99({ point, imported }: { point: Point; imported: boolean }) {
  const text = latencyText(point, 'p99');
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">
        <Term of="p99">p99 latency</Term>
      </dt>
      <dd className={VALUE} title={LOOP_TEXT[point.latencyMs.loop]}>
        <Measured value={text} why={whyNoPercentile(point, 'p99', imported)}>
          {(shown) => (
            <>
              {shown}
              <span className={UNIT}>ms</span>
            </>
          )}
        </Measured>
      </dd>
      {rangeOf(point, 'p99') && <dd className="text-xs text-muted">lowest to highest client</dd>}
    </div>
  );
}

function ServerCpu({ point, imported }: { point: Point; imported: boolean }) {
  const { serverCpuUsPerRequest, serverCpus } = point;
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">
        <Term of="cpu-per-request">Server CPU</Term>
      </dt>
      <dd
        className={VALUE}
        title={serverCpus === null ? undefined : `${formatSignificant(serverCpus)} CPUs on average`}
      >
        <Measured value={serverCpuUsPerRequest} why={whyNoCpuPerRequest(serverCpus, imported)}>
          {(us) => (
            <>
              {formatSignificant(us)}
              <span className={UNIT}>µs/req</span>
            </>
          )}
        </Measured>
      </dd>
    </div>
  );
}

function Errors({ point: { errors, requests } }: { point: Point }) {
  if (errors === null) return null;
  const total = errorTotal(errors);
  if (total === 0) return null;
  return (
    <p className="mt-2 text-xs text-bad">
      {plural(total, 'error')}
      {requests !== null && ` of ${plural(requests, 'request')}`}: {errorKinds(errors)}
    </p>
  );
}
