import type { Run } from '../../contract/run.ts';
import { onOneHost } from '../comparison/host-settings.ts';
import { commandOf, loadLines } from './load-lines.ts';
import { awaitLine, type Lacked, lackedTarget, startLines } from './target-lines.ts';
import { tuningLines } from './tuning-lines.ts';
import type { Configuration } from './turns.ts';
import { addressedWord, type Program, type Wording } from './wording.ts';

/** `all` where one host does everything; else the script's argument on each host. */
export type Role = 'all' | 'server' | `client-${number}`;

export interface RolePart {
  role: Role;
  lines: string[];
  programs: Program[];
  /** What has to be given, as the script does not know it. */
  lacked: Lacked | null;
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
  return ['server', ...Array.from({ length: clients }, (_, at): Role => `client-${at + 1}`)];
}

/** The host that plays a role in a run; null where the run has none such. */
export function hostOf({ spec }: Run, role: Role): string | null {
  if (role === 'all' || role === 'server') return spec.server?.hostId ?? null;
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
  const server = role === 'all' || role === 'server';
  // A client on the target's host finds it tuned already.
  const onServer = hostId === run.spec.server?.hostId;
  const tuning = tuningLines(run.tuning.find((one) => one.hostId === hostId));
  const tunes = tuning.lines.includes('begin_tuning') && (server || !onServer);
  const lines = [
    ...(server || !onServer ? tuning.lines : []),
    ...(server ? startLines(run, wording, tuning.openFiles, variable) : [awaitLine(run)]),
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
    lacked: server ? lackedTarget(run, wording, variable, name) : null,
    needs: ['awk', 'curl', 'grep', 'sed', 'setsid', 'timeout', ...called, ...(tunes ? tuning.programs : [])],
    tunes,
    rootFor: tunes ? 'writes kernel settings' : tuning.openFiles === null ? null : 'sets a limit of open files',
  };
}

const holdLines = ({ target }: Run): string[] => [
  `say "the target answers at "${addressedWord(target?.url ?? '')}"; start the clients, and press Enter when they are done"`,
  'hold',
];
