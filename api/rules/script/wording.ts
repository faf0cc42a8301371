import type { TargetIdentity } from '../../contract/identity.ts';
import type { Run } from '../../contract/run.ts';
import type { ShareDocument } from '../../contract/share.ts';
import { LEFT_OUT } from '../share/without-addresses.ts';
import { GivenToScript, secretsOf, trustsTarget, withOwnBodies } from './request-lines.ts';
import { SCRIPT_TOOLS } from './script-tools.ts';
import { shellWord } from './shell.ts';
import { type FilledTemplate, filledTemplates } from './template-lines.ts';
import type { OwnTargets } from './turns.ts';

/** A file that the tool of a run read, as it was kept with the run. */
export interface ToolInput {
  runId: string;
  /** Name of the artifact: `step-01-measure-requests-0a1b.har`. */
  name: string;
  text: string;
}

/** What a script holds beyond its document. */
export interface Material {
  inputs: ToolInput[];
  ownTargets: OwnTargets;
  /** What those targets were, by run: documents leave their paths out. */
  ownIdentities: ReadonlyMap<string, TargetIdentity>;
}

export interface Program {
  variable: string;
  path: string;
}

interface PlacedFile {
  name: string;
  text: string;
}

/** How the words of recorded commands stand in the script: programs as variables, files where the script puts them. */
export class Wording {
  readonly programs: Program[];
  readonly files: PlacedFile[];
  readonly given: GivenToScript;
  private readonly places = new Map<string, string>();
  private readonly ownTargets: OwnTargets;
  private readonly ownIdentities: Material['ownIdentities'];

  constructor(runs: Run[], { inputs, ownTargets, ownIdentities }: Material) {
    this.ownTargets = ownTargets;
    this.ownIdentities = ownIdentities;
    const targets = runs.flatMap((run) => [this.targetCommand(run) ?? []]);
    const copies = runs.flatMap((run) => this.templatesOf(run)).map(({ path }) => path);
    const programs = [...targets, ...runs.flatMap(stepCommandsOf)].flatMap(programsOf);
    this.programs = named([...new Set(programs)].filter((path) => !copies.includes(path)));
    this.given = new GivenToScript(
      runs,
      runs.flatMap((run) => this.authoritiesOf(run)),
    );
    this.files = [];
    for (const run of runs) this.place(run, inputs);
  }

  /** How the target was started; null where it was not, or where its arguments are left out and not known here. */
  targetCommand(run: Run): string[] | null {
    if (run.spec.target.kind === 'reference') return run.target?.command ?? null;
    return run.spec.target.kind === 'named' ? (this.ownTargets.get(run.id) ?? null) : null;
  }

  /** With whole paths; null where it is not known here. */
  targetIdentity(run: Run): TargetIdentity | null {
    if (run.spec.target.kind === 'reference') return run.target?.identity ?? null;
    return this.ownIdentities.get(run.id) ?? null;
  }

  templatesOf(run: Run): FilledTemplate[] {
    return filledTemplates(this.targetIdentity(run)?.files ?? []);
  }

  /** Files that vouch for its target, which are a host's own. */
  authoritiesOf(run: Run): string[] {
    const words = stepCommandsOf(run).flatMap((command) =>
      command.filter((_, at) => trustOption(run, command[at - 1]) === 'authorities'),
    );
    return [...new Set(words)];
  }

  private place(run: Run, inputs: ToolInput[]): void {
    const own = inputs.filter(({ runId }) => runId === run.id);
    for (const word of inputWords(run)) {
      const input = own.find(({ name }) => isOf(name, word));
      if (!input) continue;
      const base = baseOf(word);
      const text = withOwnBodies(input.text, run);
      const twin = this.files.find((file) => file.text === text && file.name.endsWith(base));
      const name =
        twin?.name ?? (this.files.some((file) => file.name === base) ? `${this.files.length}-${base}` : base);
      if (!twin) this.files.push({ name, text });
      this.places.set(placeKey(run.id, word), name);
    }
  }

  /** Programs that a command names. */
  programsOf(command: string[]): Program[] {
    const paths = programsOf(command);
    return this.programs.filter(({ path }) => paths.includes(path));
  }

  /** The command as a line of the script; `startUs` is the instant at which several clients begin. */
  line(run: Run, command: string[], startUs: string | null = null): string {
    const templates = this.templatesOf(run);
    return command
      .map((word, at) => {
        const before = command[at - 1];
        if (before === '--start-at' && startUs !== null) return startUs;
        if (before === '--stats-socket' || before === '--pprof-socket') return `"$WORK"/${shellWord(baseOf(word))}`;
        const trusted = trustOption(run, before);
        if (trusted) return trusted === 'target' ? '"$WORK"/target.pem' : this.given.authoritiesWord(word);
        if (before === '--secret') return secretWord(run, word);
        const input = inputPath(command, at);
        const file = input === null ? undefined : this.places.get(placeKey(run.id, input));
        if (file !== undefined) return `${word.slice(0, word.length - (input ?? '').length)}"$WORK"/${shellWord(file)}`;
        const program = this.programs.find(({ path }) => path === word);
        return program && programsOf(command).includes(word)
          ? `"$${program.variable}"`
          : templatedWord(word, templates);
      })
      .join(' ');
  }
}

/** A word in which the script's own copies stand where the run's stood. */
function templatedWord(word: string, [template, ...others]: FilledTemplate[]): string {
  if (!template) return addressedWord(word);
  const parts = word.split(template.path).map((part) => (part === '' ? '' : templatedWord(part, others)));
  return word === '' ? shellWord(word) : parts.join(template.place);
}

/** A word in which a variable stands where an address was left out. */
export function addressedWord(word: string): string {
  const parts = word.split(LEFT_OUT);
  if (parts.length === 1) return shellWord(word);
  return parts.map((part) => (part === '' ? '' : shellWord(part))).join('"$SERVER_ADDRESS"');
}

/** Files that a run's commands name and that were not given. */
export const missingInputs = (run: Run, inputs: ToolInput[]): string[] => {
  const own = inputs.filter(({ runId }) => runId === run.id);
  return [...new Set(inputWords(run).filter((word) => !own.some(({ name }) => isOf(name, word))))].map(baseOf);
};

const placeKey = (runId: string, word: string): string => `${runId} ${word}`;
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const isOf = (artifactName: string, word: string): boolean => artifactName.endsWith(`-${baseOf(word)}`);

const FILE_OPTIONS = new Set(Object.values(SCRIPT_TOOLS).flatMap(({ files }) => files));

/** The file that a word of a command names, of those that the agent wrote for the tool; null: none. */
function inputPath(command: string[], at: number): string | null {
  const word = command[at] ?? '';
  if (at < 2) return null;
  const named = FILE_OPTIONS.has(command[at - 1] ?? '') || (at === command.length - 1 && word.endsWith('.js'));
  if (named && word.startsWith('/')) return word;
  // k6 has it as a variable.
  return /^REQUESTS=(\/.+)$/.exec(word)?.[1] ?? null;
}

const inputWords = (run: Run): string[] => [
  ...new Set(stepCommandsOf(run).flatMap((command) => command.flatMap((_, at) => inputPath(command, at) ?? []))),
];

/** Whom the file after this option vouches for: the target that made it, or others by their authority; null of any other option. */
function trustOption(run: Run, option: string | undefined): 'target' | 'authorities' | null {
  if (option !== '--tls-ca' && option !== '--tls-ca-also' && option !== '--root-certs') return null;
  return trustsTarget(run) ? 'target' : 'authorities';
}

/** `shop=fd:3`, a pipe of the agent's, is a variable of the tool's environment here. */
function secretWord(run: Run, word: string): string {
  const name = word.slice(0, word.indexOf('='));
  return shellWord(`${name}=env:MILLIONRPS_SECRET_${secretsOf(run).indexOf(name) + 1}`);
}

/** Every command of its load generator, warm-ups and clients included. */
export const stepCommandsOf = ({ steps }: Run): string[][] =>
  steps.flatMap(({ warmupCommand, command, clients }) => [
    warmupCommand,
    command,
    ...clients.map((client) => client.command),
  ]);

/** The program, the script of an interpreter, and vegeta, which the agent starts. */
function programsOf(command: string[]): string[] {
  const vegeta = command[command.indexOf('--vegeta') + 1];
  const driven = command.includes('--vegeta') && vegeta !== undefined ? [vegeta] : [];
  return [...command.slice(0, 2).filter((word) => word.startsWith('/')), ...driven];
}

/** `/opt/bin/autocannon.js` is `PROGRAM_AUTOCANNON_JS`. */
function named(paths: string[]): Program[] {
  const taken = new Map<string, number>();
  return paths.map((path) => {
    const plain = `PROGRAM_${baseOf(path)
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')}`;
    const times = (taken.get(plain) ?? 0) + 1;
    taken.set(plain, times);
    return { path, variable: times === 1 ? plain : `${plain}_${times}` };
  });
}

/** The runs that a document holds. */
export function runsOf(document: ShareDocument): Run[] {
  if (document.type === 'run') return [document.run];
  if (document.type === 'comparison') return document.comparison.runs;
  return document.experiment.result?.runs ?? [];
}
