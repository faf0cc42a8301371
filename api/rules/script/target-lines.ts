import type { Run } from '../../contract/run.ts';
import { revisionOf } from '../spec/revision-words.ts';
import { oneLine } from '../words/text.ts';
import { targetFileLines } from './identity-lines.ts';
import { confined } from './load-lines.ts';
import { type Given, trustsTarget } from './request-lines.ts';
import { comment } from './shell.ts';
import { addressedWord, type Wording } from './wording.ts';

/** Starts the target as it was started, and waits until it answers. */
export function startLines(run: Run, wording: Wording, openFiles: string | null, variable: string): string[] {
  const { target, spec } = run;
  if (!target) return [];
  const kind = spec.target.kind;
  if (kind !== 'reference' && kind !== 'named') {
    return [...comment('It listened already, and is left alone.'), awaitLine(run), ...targetFileLines(run, wording)];
  }
  const command = wording.targetCommand(run);
  const words = command ? wording.line(run, command) : `bash -c "exec $${variable}"`;
  return [
    ...(kind === 'named' ? comment(OWN_SURROUNDINGS) : []),
    ...revisionLines(run),
    ...targetFileLines(run, wording),
    `start_target ${addressedWord(target.url)} ${[confined(openFiles, target.cpus), words].filter(Boolean).join(' ')}`,
    awaitLine(run),
    ...(trustsTarget(run) ? ['take_certificate'] : []),
  ];
}

/** Builds belong to hosts: how and as whom stands in their files. */
function revisionLines({ spec, target }: Run): string[] {
  const commit = revisionOf(spec);
  if (commit === null) return [];
  const digest = target?.identity?.revision?.sha256;
  const known = digest === undefined ? '' : ` Its program had the SHA-256 ${digest}.`;
  return comment(
    `It was built from the commit ${commit} by its host. This script builds nothing: build that commit yourself, and give its program.${known}`,
  );
}

const OWN_SURROUNDINGS =
  'It ran with the user and the environment of the configuration file of its host, which are not known here.';

/** Waits until the target answers, also from a client on another host. */
export function awaitLine({ target, spec, hosts }: Run): string {
  const url = target?.url ?? '';
  if (spec.target.kind === 'reference') return `await_target ${addressedWord(`${url}/health`)} 200`;
  if (spec.target.kind === 'named') {
    const { name } = spec.target;
    const fact = hosts.flatMap(({ facts }) => facts?.targets ?? []).find((one) => one.name === name);
    return `await_target ${addressedWord(`${url}${fact?.healthPath ?? '/'}`)} ${fact ? '200' : 'any'}`;
  }
  return `await_target ${addressedWord(`${url}${spec.requests[0]?.path ?? '/'}`)} any`;
}

/** The variable that has to hold the target's command, and what it is; none where the command is known. */
export function lackedTarget(run: Run, wording: Wording, variable: string, name: string): Given[] {
  if (run.spec.target.kind !== 'named' || !run.target || wording.targetCommand(run) !== null) return [];
  const program = run.target.command[0] ?? run.spec.target.name;
  const what = `the whole command of the target of ${oneLine(name)}: ${program} with the arguments that the configuration file of its host gives it`;
  return [{ variable, what, preset: null, secret: false }];
}

/** Programs of hosts' own whose arguments the script holds. */
export const holdsArguments = (run: Run, wording: Wording): boolean =>
  run.spec.target.kind === 'named' && (wording.targetCommand(run)?.length ?? 0) > 1;
