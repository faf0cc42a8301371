import type { Run } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import { protocolOf, stepText } from '../spec/load-words.ts';
import { comment, shellWord } from './shell.ts';
import { toolCpusOn } from './tool-cpus.ts';
import { warmupCommand } from './warmup-command.ts';
import type { Wording } from './wording.ts';

/** What tools may take beyond their time to end, when several clients have to begin together. */
const ENDING_SECONDS = 15;
/** How long before it begins a tool is started that waits for the instant itself, and how late that may be: it has to connect. */
const LEAD = { seconds: 2, lateMs: 1000 };
/** How late a tool may be started that begins at once. */
const LATE_MS = 2000;

interface Driven {
  run: Run;
  hostId: string;
  wording: Wording;
  /** Limit of open files, `soft:hard`; null: as it is. */
  openFiles: string | null;
}

/** Every step that one client drove, with its warm-up and the pauses between them. */
export function loadLines(driven: Driven): string[] {
  const { run, hostId } = driven;
  const several = isShared(run);
  const pauseSeconds = run.spec.load.pauseSeconds ?? 0;
  const steps = run.steps.filter((step) => commandOf(step, hostId).length > 0);
  let atSeconds = 0;
  return steps.flatMap((step, at) => {
    const parts = partsOf(driven, step);
    const lines = comment(stepComment(run, step));
    for (const part of parts) {
      lines.push(...driveLines(driven, part, several ? atSeconds : null));
      atSeconds += part.seconds + ENDING_SECONDS + LEAD.seconds;
    }
    if (at === steps.length - 1 || pauseSeconds === 0) return lines;
    atSeconds += pauseSeconds;
    return several ? lines : [...lines, `pause ${pauseSeconds}`];
  });
}

/** Several clients begin each step at one instant. */
export const isShared = (run: Run): boolean => run.spec.clients.length > 1;

export const commandOf = ({ command, clients }: RunStep, hostId: string): string[] => {
  const own = clients.find((client) => client.hostId === hostId);
  if (own && own.command.length > 0) return own.command;
  return clients.length > 1 ? [] : command;
};

interface Part {
  name: string;
  /** What it asked for; empty of a warm-up. */
  load: string;
  seconds: number;
  command: string[];
}

function partsOf({ run, hostId }: Driven, step: RunStep): Part[] {
  const command = commandOf(step, hostId);
  const { tool, warmupSeconds } = run.spec.load;
  const warmup = isShared(run) ? warmupCommand(tool, command, warmupSeconds ?? 0) : step.warmupCommand;
  const name = `step-${String(step.index + 1).padStart(2, '0')}`;
  const load = stepText(step.spec, protocolOf(run)).replaceAll('×', 'x');
  const measured = { name, load, seconds: step.spec.durationSeconds ?? 0, command };
  if (step.warmupCommand.length === 0 || warmup.length === 0) return [measured];
  return [{ name: `${name}-warmup`, load: '', seconds: warmupSeconds ?? 0, command: warmup }, measured];
}

function driveLines({ run, hostId, wording, openFiles }: Driven, part: Part, atSeconds: number | null): string[] {
  const cpus = toolCpusOn(run, hostId);
  const waits = part.command.includes('--start-at');
  const startUs = atSeconds === null ? null : `"$((START_AT + ${atSeconds}))000000"`;
  const line = [
    `drive ${shellWord(part.name)} ${shellWord(part.load)} ${shellWord(run.spec.load.tool ?? '')} ${part.seconds}`,
    confined(openFiles, cpus),
    wording.line(run, part.command, startUs),
  ];
  const { seconds, lateMs } = waits ? LEAD : { seconds: 0, lateMs: LATE_MS };
  const instant = atSeconds === null ? [] : [`await_instant $((START_AT + ${atSeconds - seconds})) ${lateMs}`];
  return [...instant, line.filter(Boolean).join(' ')];
}

/** What stands before a command: limits and CPUs, which the program inherits, and as whom it runs. Only root raises limits. */
export function confined(openFiles: string | null, cpus: string | null): string {
  const limit =
    openFiles === null ? [] : [`prlimit --nofile=${shellWord(openFiles.replaceAll('infinity', 'unlimited'))}`];
  return [...limit, ...(cpus === null ? [] : [`taskset -c ${shellWord(cpus)}`]), `"\${AS_USER[@]}"`].join(' ');
}

function stepComment(run: Run, { index, spec, status, failure }: RunStep): string {
  const profiles =
    spec.profiles.length === 0
      ? ''
      : `; profiles (${spec.profiles.join(', ')}) were taken meanwhile, which this does not`;
  const failed = status === 'measured' ? '' : `; in the run it was ${status}${failure ? `: ${failure.sentence}` : ''}`;
  return `Step ${index + 1}: ${stepText(spec, protocolOf(run))}${profiles}${failed}`;
}
