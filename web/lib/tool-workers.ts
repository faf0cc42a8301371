import type { LoadProfile, RunStep, ToolName } from '../api/types';
import { formatCount, plural } from './format';
import { TOOLS } from './tools';

const manyOf = (tool: ToolName): string => (TOOLS[tool].worker === 'process' ? 'processes' : `${TOOLS[tool].worker}s`);

/** '4 threads on each client', 'threads by default'. */
export function workersAsked({ tool, toolWorkers }: Pick<LoadProfile, 'tool' | 'toolWorkers'>): string {
  if (toolWorkers === null) return `${manyOf(tool)} by default`;
  return `${plural(toolWorkers, TOOLS[tool].worker, manyOf(tool))} on each client`;
}

/** What really ran in the measured steps, all clients together: '4 ran', '2 to 8 ran'; null where no tool said so. */
export function workersRan(steps: Pick<RunStep, 'point'>[], tool: ToolName): string | null {
  const ran = steps.flatMap(({ point }) => point?.toolWorkers ?? []);
  if (ran.length === 0) return null;
  const [low, high] = [Math.min(...ran), Math.max(...ran)];
  if (low === high) return `${plural(low, TOOLS[tool].worker, manyOf(tool))} ran`;
  return `${formatCount(low)} to ${formatCount(high)} ${manyOf(tool)} ran`;
}
