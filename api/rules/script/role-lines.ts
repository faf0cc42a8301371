import type { Run } from '../../contract/run.ts';
import { onOneHost } from '../comparison/host-settings.ts';
import { toolFileLines } from './identity-lines.ts';
import { commandOf, loadLines } from './load-lines.ts';
import { type Given, trustsTarget } from './request-lines.ts';
import { awaitLine, lackedTarget, startLines } from './target-lines.ts';
import { tuningLines } from './tuning-lines.ts';
import type { Configuration } from './turns.ts';
import { addressedWord, type Program, type Wording } from './wording.ts';

/** `all` where one host does everything that hosts do; else the script's argument on each host. */
export type Role = 'all' | 'server' | `client-${number}`;

export interface RolePart {
  role: Role;
  lines: string[];
  programs: Program[];
  /** What is given to it, as it does not know it or must not hold it. */
  given: Given[];
  /** Names on the PATH. */
  needs: string[];
  /** Kernel values are written. */
  tunes: boolean;
  /** Why it has to be root; null: it need not. */
  rootFor: string | null;
}

export function rolesOf(configurations: Configuration[]): Role[] {
  if (configurations.every(({ pattern }) => onOneHost(pattern))) return ['all'];
  const clients = Math.max(...configurations.map(({ pattern }) => pattern.spec.clients.length));
  const serverless = configurations.every(({ pattern }) => pattern.spec.server === null);
  if (serverless && clients === 1) return ['all'];
  return [
    ...(serverless ? [] : ['server' as const]),
    ...Array.from({ length: clients }, (_, at): Role => `client-${at + 1}`),
  ];
}

/** The host that plays a role in a run; null where the run has none such. */
export function hostOf({ spec }: Run, role: Role): string | null {
  if (role === 'server') return spec.server?.hostId ?? null;
  // A target without an agent has no host here.
  if (role === 'all') return spec.server?.hostId ?? spec.clients[0]?.hostId ?? null;
  return spec.clients[Number(role.slice('client-'.length)) - 1]?.hostId ?? null;
}

/** What one role does in one configuration. */
export function rolePart(
  { name, pattern: run }: Configuration,
  role: Role,
  wording: Wording,
  variable: string,
): RolePart | null {
  const hostId = hostOf(run, role);
  if (hostId === null) return null;
  const client = role !== 'server';
  const server = run.spec.server !== null && (role === 'all' || role === 'server');
  // A client on the target's host finds it tuned already.
  const onServer = hostId === run.spec.server?.hostId;
  const tuning = tuningLines(run.tuning.find((one) => one.hostId === hostId));
  const tunes = tuning.lines.includes('begin_tuning') && (server || !onServer);
  const lines = [
    ...(server || !onServer ? tuning.lines : []),
    ...(server ? startLines(run, wording, tuning.openFiles, variable) : [awaitLine(run)]),
    ...(client
      ? toolFileLines(
          run,
          hostId,
          run.steps.map((step) => commandOf(step, hostId)).find((one) => one.length > 0) ?? [],
          wording,
        )
      : []),
    ...(client ? wording.given.lines(run, role !== 'all') : []),
    ...(client ? loadLines({ run, hostId, wording, openFiles: tuning.openFiles }) : holdLines(run)),
    'end_turn',
  ];
  const commands = [
    ...(server ? [wording.targetCommand(run) ?? []] : []),
    ...(client ? run.steps.map((step) => commandOf(step, hostId)) : []),
  ];
  const text = lines.join('\n');
  const called = ['prlimit', 'taskset'].filter((name) => text.includes(`${name} -`));
  return {
    role,
    lines,
    programs: [...new Set(commands.flatMap((command) => wording.programsOf(command)))],
    given: [
      ...(server ? lackedTarget(run, wording, variable, name) : []),
      ...(client ? wording.given.neededBy(run, wording.authoritiesOf(run), role !== 'all') : []),
    ],
    needs: [
      'awk',
      'curl',
      'grep',
      'sed',
      'setsid',
      'sha256sum',
      'timeout',
      ...called,
      ...(tunes ? tuning.programs : []),
    ],
    tunes,
    rootFor: tunes ? 'writes kernel settings' : tuning.openFiles === null ? null : 'sets a limit of open files',
  };
}

const holdLines = (run: Run): string[] => [
  ...(trustsTarget(run) ? ['say "take $RESULTS/$TURN-target.pem to the clients, as TARGET_CERTIFICATE"'] : []),
  `say "the target answers at "${addressedWord(run.target?.url ?? '')}"; start the clients, and press Enter when they are done"`,
  'hold',
];
