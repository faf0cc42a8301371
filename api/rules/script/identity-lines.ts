import type { Run } from '../../contract/run.ts';
import { hostsOf } from '../comparison/host-settings.ts';
import { comment, shellWord } from './shell.ts';
import { fillLines } from './template-lines.ts';
import type { Wording } from './wording.ts';

/** Compares the target's files with the measured ones. Refuses if a file that decides its behaviour differs. */
export function targetFileLines(run: Run, wording: Wording): string[] {
  const identity = wording.targetIdentity(run);
  if (!identity)
    return run.target?.identity ? comment('Its files are not compared: their paths are left out here.') : [];
  const filled = fillLines(run, wording.templatesOf(run));
  if (identity.container !== null)
    return [
      ...comment('It ran in a container: its files were those of another file system, and are not compared.'),
      ...filled,
    ];
  const { binary, files } = identity;
  const started = wording.targetCommand(run)?.[0] ?? '';
  // The program may have been given another place by its variable.
  const own = binary && baseOf(binary.path) === baseOf(started) ? wording.line(run, [started]) : null;
  const program = binary ? [`same_file refuse ${binary.sha256} ${own ?? shellWord(binary.path)}`] : [];
  const others = files
    .filter(({ filledFrom }) => !filledFrom)
    .map(({ path, sha256, declared }) => `same_file ${declared ? 'refuse' : 'warn'} ${sha256} ${shellWord(path)}`);
  return [...program, ...others, ...filled];
}

/** The tool on one host: another one is said, and used. */
export function toolFileLines(run: Run, hostId: string, command: string[], wording: Wording): string[] {
  const host = hostsOf(run, 'client').find((one) => one.hostId === hostId);
  const tool = host?.facts?.tools.find(({ name }) => name === run.spec.load.tool);
  if (!tool?.sha256) return [];
  // An interpreter comes before its script.
  const at = command.slice(0, 2).find((word) => baseOf(word) === baseOf(tool.path)) ?? command[0];
  return at === undefined || !at.startsWith('/') ? [] : [`same_file warn ${tool.sha256} ${wording.line(run, [at])}`];
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A function that both call. */
export const IDENTITY_LIBRARY = `same_file() { # refuse|warn SHA256 PATH: whether that is the file that was measured
  local now
  if now=$(sha256sum 2>/dev/null <"$3"); then now=\${now%% *}; else now='not readable'; fi
  [ "$now" != "$2" ] || return 0
  if [ "$1" = refuse ] && [ "$ANY_FILES" != 1 ]; then
    fail "$3 is not the file that was measured (SHA-256 then $2, here $now); put that one there, or set ANY_FILES=1 to measure with this one"
  fi
  say "note: $3 is not the file that was measured (SHA-256 then $2, here $now)"
}`;
