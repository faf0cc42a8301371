import type { RunStep } from '@contract/step';
import { TOOLS } from '@contract/tools';
import { formatCount, plural } from '@rules/words/numbers';

/** What a tool calls its threads or processes; workers, of one that is not known here. */
const wordOf = (tool: string | null) =>
  tool !== null && Object.hasOwn(TOOLS, tool) ? TOOLS[tool as keyof typeof TOOLS].worker : 'worker';
const manyOf = (tool: string | null): string => (wordOf(tool) === 'process' ? 'processes' : `${wordOf(tool)}s`);

/** Tool and workers, as far as a run says them. */
interface ToolAsked {
  tool: string | null;
  toolWorkers: number | null;
}

/** '4 threads on each client', 'threads by default'. */
export function workersAsked({ tool, toolWorkers }: ToolAsked): string {
  if (toolWorkers === null) return `${manyOf(tool)} by default`;
  return `${plural(toolWorkers, wordOf(tool), manyOf(tool))} on each client`;
}

/** What really ran in the measured steps, all clients together: '4 ran', '2 to 8 ran'; null where no tool said so. */
export function workersRan(steps: Pick<RunStep, 'point'>[], tool: string | null): string | null {
  const ran = steps.flatMap(({ point }) => point?.toolWorkers ?? []);
  if (ran.length === 0) return null;
  const [low, high] = [Math.min(...ran), Math.max(...ran)];
  if (low === high) return `${plural(low, wordOf(tool), manyOf(tool))} ran`;
  return `${formatCount(low)} to ${formatCount(high)} ${manyOf(tool)} ran`;
}
