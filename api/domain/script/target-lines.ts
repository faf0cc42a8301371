import type { Run } from '../../contract/run.ts';
import { confined } from './load-lines.ts';
import { addressedWord, comment, shellWord } from './shell.ts';
import type { Wording } from './wording.ts';

/** Starts the target as it was started, and waits until it answers. */
export function startLines(run: Run, wording: Wording, openFiles: string | null, commandVariable: string): string[] {
  const { target, spec } = run;
  if (!target) return [];
  const url = addressedWord(target.url);
  switch (spec.target.kind) {
    case 'reference':
      return [
        `start_target ${url} ${[confined(openFiles, target.cpus), wording.line(run, target.command)].filter(Boolean).join(' ')}`,
        awaitLine(run),
      ];
    case 'named':
      return [
        ...comment(
          'It ran with the user and the environment of the configuration file of its host, which are not known here.',
        ),
        `start_target ${url} ${[confined(openFiles, target.cpus), `bash -c "exec $${commandVariable}"`].filter(Boolean).join(' ')}`,
        awaitLine(run),
      ];
    default:
      return [...comment('It listened already, and is left alone.'), awaitLine(run)];
  }
}

/** Also what a client waits for whose target is on another host. */
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

/** A host's own program was started with arguments that a document leaves out: they are asked for. */
export function targetCommandLines(run: Run, commandVariable: string): string[] {
  const program = run.target?.command[0];
  if (run.spec.target.kind !== 'named' || program === undefined) return [];
  return [
    ...comment(
      `Arguments of ${program} are left out here, as they may hold secrets. Set ${commandVariable} to the whole command, as the configuration file of its host has it.`,
    ),
    `${commandVariable}=\${${commandVariable}:-${shellWord(program)}}`,
  ];
}
