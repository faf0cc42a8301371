import { formatCount, formatLatencyMs } from '@rules/words/numbers';
import { listed } from '@rules/words/text';
import { AXIS_WORDS, type Varies } from '@/lib/ramp';
import type { DrawnPoint } from './drawn-points';

/** 'Step 2, connections 100: 1,234 req/s, p99 4.56 ms', 'Steps 2 and 3 (mean), connections 100: ...'. */
export function rampSentence(point: DrawnPoint, varies: Varies): string {
  const { x, offeredPerSecond } = point;
  const where = varies === 'step' ? '' : `, ${AXIS_WORDS[varies]} ${formatCount(x)}`;
  const offered = offeredPerSecond === null ? '' : ` of ${formatCount(offeredPerSecond)} offered`;
  const rate = `${formatCount(point.requestsPerSecond)}${spanOf(point.rateRange, formatCount)} req/s${offered}`;
  return [`${stepsText(point)}${where}: ${rate}, ${tailText(point)}`, ...remarksOf(point)].join('; ');
}

/** The same of a mark that is chosen: of several repeats, which one. */
export function chosenSentence(point: DrawnPoint, varies: Varies, chosen: number | null): string {
  const said = rampSentence(point, varies);
  return point.repeats.some(({ stepIndex }) => stepIndex === chosen)
    ? `${said}; step ${(chosen ?? 0) + 1} is chosen`
    : said;
}

function stepsText({ stepIndex, repeats }: DrawnPoint): string {
  const numbers = repeats.map((repeat) => String(repeat.stepIndex + 1));
  return numbers.length === 0 ? `Step ${stepIndex + 1}` : `Steps ${listed(numbers)} (mean)`;
}

function tailText({ p99, p99Range, tailRange, tails, repeats, resolutionUs }: DrawnPoint): string {
  const shown = (ms: number): string => formatLatencyMs(ms, resolutionUs);
  const some = repeats.length > tails ? ` of ${tails} of ${repeats.length}:` : '';
  if (p99Range) return `p99${some} ${shown(p99Range.low)}–${shown(p99Range.high)} ms`;
  return p99 === null ? 'p99 not reported' : `p99${some} ${shown(p99)}${spanOf(tailRange, shown)} ms`;
}

function remarksOf({ validity, again, wall }: DrawnPoint): string[] {
  const limit = wall === null ? [] : [wall.name.startsWith('bottleneck') ? wall.name : `bottleneck: ${wall.name}`];
  return [...(again ? ['measured again'] : []), ...(validity === 'invalid' ? ['invalid'] : limit)];
}

const spanOf = (range: DrawnPoint['rateRange'], text: (value: number) => string): string =>
  range ? ` (${text(range.low)} to ${text(range.high)})` : '';
