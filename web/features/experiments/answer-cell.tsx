import type { ExperimentAnswer, ListedExperiment } from '@contract/experiment';
import { NO_ROUND } from '@rules/experiment/without-claim';
import { answerKind, answerWord, namedInterval } from '@rules/outcomes/answer';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { cautionText } from '@rules/outcomes/headline';
import { formatDifference } from '@rules/words/numbers';
import { OutcomeChip } from '@/features/compare/outcomes/outcome-chip';
import { remainingAt } from '@/lib/experiment-words';
import { formatTimeLeft } from '@/lib/time';
import { useBrowserUs } from '@/ui/browser/now';
import { ProgressBar } from '@/ui/progress-bar';

interface AnswerCellProps {
  experiment: ListedExperiment;
  /** When the list was read: time goes on from there. */
  readAtMs: number;
}

/** What came of an experiment in a line: the answer once it is over, how far it is before. */
export function AnswerCell({ experiment, readAtMs }: AnswerCellProps) {
  const { status, answers, kind } = experiment;
  if (status === 'planned') return <span className="text-muted">not started</span>;
  if (status === 'running') return <Running experiment={experiment} readAtMs={readAtMs} />;
  const [first] = answers;
  // Both sides of a noise floor are one configuration: its answer is the floor.
  if (!first || kind === 'noise-floor') return <Sentence experiment={experiment} />;
  const more = answers.length - 1;
  const caution = cautionText(answers.flatMap(({ cautions }) => cautions ?? []));
  return (
    <span
      className="block min-w-0"
      title={[...answers.map(({ sentence }) => sentence), caution].filter(Boolean).join('\n')}
    >
      <span className="flex max-w-full items-center gap-x-2 gap-y-1 max-md:flex-wrap">
        {more > 0 && (
          <span className="shrink-0 max-md:shrink max-md:[overflow-wrap:anywhere] md:max-w-3/5 md:truncate">
            {nameOf(experiment, first)}
          </span>
        )}
        <Answer answer={first} />
        {more > 0 && <span className="shrink-0 whitespace-nowrap text-muted">+{more} more</span>}
      </span>
      {caution !== '' && <span className="block text-xs text-warn md:truncate">{caution}</span>}
    </span>
  );
}

const nameOf = ({ configurationNames }: ListedExperiment, { sideIndex }: ExperimentAnswer): string =>
  configurationNames[sideIndex] ?? '';

function Answer({ answer }: { answer: ExperimentAnswer }) {
  const { effect, metric } = answer;
  // Beside 'no answer' a difference would read as one.
  const change = effect && answerKind(answer) !== 'unclear' ? formatDifference(effect.ratio - 1) : null;
  const interval = effect && namedInterval(effect);
  return (
    <>
      <OutcomeChip outcome={answer} text={[answerWord(answer), change].filter(Boolean).join(' ')} />
      <span className="min-w-0 shrink-[50] text-muted md:truncate">
        {[METRIC_WORDS[metric].label, interval].filter(Boolean).join(', ')}
      </span>
    </>
  );
}

function Sentence({ experiment: { headline, stoppedSentence } }: Pick<AnswerCellProps, 'experiment'>) {
  const text = headline ?? stoppedSentence ?? NO_ROUND;
  return (
    <span title={text} className="block md:truncate">
      {text}
    </span>
  );
}

function Running({ experiment, readAtMs }: AnswerCellProps) {
  const nowUs = useBrowserUs(1000);
  const remainingUs = remainingAt(experiment, nowUs - readAtMs * 1000);
  const { runsDone, runsPlanned, question, waitingSentence } = experiment;
  return (
    <span className="flex items-center gap-3" title={waitingSentence ?? undefined}>
      <span className="block w-28 shrink-0">
        <ProgressBar fraction={runsPlanned === 0 ? null : runsDone / runsPlanned} label={`Progress of ${question}`} />
      </span>
      <span className="truncate text-muted">
        {waitingSentence !== null ? `waits: ${waitingSentence}` : remainingUs !== null && formatTimeLeft(remainingUs)}
      </span>
    </span>
  );
}
