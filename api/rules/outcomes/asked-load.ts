import type { AskedStep, Protocol } from '../../contract/load.ts';
import type { Run } from '../../contract/run.ts';
import { PROTOCOL_NAMES, transportText } from '../requests/transport-words.ts';
import { offeredText, protocolOf } from '../spec/load-words.ts';
import { plural } from '../words/numbers.ts';

/** What one run was asked to drive in one step. */
export interface AskedLoad {
  /** Null where the source of an imported run does not say it; likewise below. */
  tool: string | null;
  /** `own`: as many as the tool's CPUs give. */
  toolWorkers: number | 'own' | null;
  decompress: boolean | null;
  /** How requests travel, in words; null where an import does not say. */
  transport: string | null;
  step: AskedStep;
  protocol?: Protocol;
}

/** A run, or one that is planned. */
interface Asked {
  spec: Run['spec'];
  steps: { spec: AskedStep }[];
}

/** Null where the run has no such step. */
export function askedLoadOf({ spec, steps }: Asked, stepIndex: number | null): AskedLoad | null {
  const step = stepIndex === null ? undefined : steps[stepIndex]?.spec;
  if (!step) return null;
  const { tool, decompress, toolWorkers } = spec.load;
  const unsaid = spec.specVersion === 0 ? null : 'own';
  const transport = spec.specVersion === 0 ? null : transportText(spec.load) || PROTOCOL_NAMES['http/1.1'];
  return {
    tool,
    decompress,
    transport,
    step,
    protocol: protocolOf({ spec }),
    toolWorkers: step.toolWorkers ?? toolWorkers ?? unsaid,
  };
}

/** What is not the same in two loads, as each of them has it. */
export interface LoadDifference {
  baseline: string;
  other: string;
}

/** Null where they are alike, as far as both are known. The duration is no part of a load. */
export function loadDifference(baseline: AskedLoad | null, other: AskedLoad | null): LoadDifference | null {
  if (!baseline || !other) return null;
  const [from, to] = [partsOf(baseline, other.step), partsOf(other, baseline.step)];
  const differing = from.flatMap((part, i): [string, string][] => {
    const counterpart = to[i] ?? null;
    return part === null || counterpart === null || part === counterpart ? [] : [[part, counterpart]];
  });
  if (differing.length === 0) return null;
  return {
    baseline: differing.map(([part]) => part).join(', '),
    other: differing.map(([, part]) => part).join(', '),
  };
}

function partsOf(
  { tool, toolWorkers, decompress, transport, step, protocol }: AskedLoad,
  other: AskedStep,
): (string | null)[] {
  return [
    tool,
    comparableText(step, other, protocol),
    workersText(toolWorkers),
    decompress === null ? null : decompress ? 'decompressing' : 'not decompressing',
    transport,
  ];
}

/** The parts that both say: a depth or a rate that one of them does not state is no difference. */
function comparableText(step: AskedStep, other: AskedStep, protocol: Protocol | undefined): string | null {
  if (step.loop === 'open' && other.loop === 'open')
    return step.requestsPerSecond === null || other.requestsPerSecond === null ? null : offeredText(step, protocol);
  if (step.loop === 'closed' && other.loop === 'closed') {
    if (step.connections === null || other.connections === null) return null;
    if (step.pipelining === null || other.pipelining === null) return offeredText({ ...step, pipelining: 1 }, protocol);
  }
  return offeredText(step, protocol);
}

function workersText(toolWorkers: AskedLoad['toolWorkers']): string | null {
  if (toolWorkers === 'own') return 'tool workers by its CPUs';
  return toolWorkers === null ? null : plural(toolWorkers, 'tool worker');
}

/** 'off: 100 connections; on: 200 connections'. */
export const differenceText = (difference: LoadDifference, baseline: string, other: string): string =>
  `${baseline}: ${difference.baseline}; ${other}: ${difference.other}`;
