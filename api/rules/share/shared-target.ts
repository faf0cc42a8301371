import type { ComparedSetting } from '../../contract/comparison.ts';
import type { IdentifiedFile, ServiceIdentity, TargetIdentity } from '../../contract/identity.ts';
import type { Run } from '../../contract/run.ts';
import { shortHash } from '../identity/identity-changes.ts';
import { lowered } from '../words/text.ts';
import { mapTexts } from './map-texts.ts';

/* A host's own target as others may see it: its hashes, the names of its files and how many they are. */

type Identified = Pick<Run, 'spec' | 'target'>;

const WAS_NOT_READ = 'was not read';
const LEFT_OUT = 'left out';

const isOwn = ({ spec }: Identified): boolean => spec.target.kind !== 'reference';

const identitiesOf = (run: Identified): TargetIdentity[] => [
  ...(isOwn(run) ? [run.target?.identity ?? [], run.target?.identityAtEnd ?? []].flat() : []),
  ...(run.target?.services ?? []),
];

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1) || path;

/** Where the repository of a target is, is known to its lab alone. */
function withoutSources(host: Run['hosts'][number]): Run['hosts'][number] {
  if (!host.facts?.targets.some(({ source }) => source)) return host;
  return { ...host, facts: { ...host.facts, targets: host.facts.targets.map(({ source: _, ...target }) => target) } };
}

/** What is said of the targets of some runs, cleaned of what only their hosts should know. */
export class SharedTargets {
  private readonly names: ReadonlyMap<string, string>;
  private readonly unread: [string, string][];
  private readonly versions: string[];

  constructor(runs: Identified[]) {
    const identities = runs.flatMap(identitiesOf);
    const paths = identities.flatMap(({ binary, files, unread }) =>
      [binary ?? [], files, unread].flat().map(({ path }) => path),
    );
    this.names = namesOf(paths);
    this.unread = identities.flatMap(({ unread }) =>
      unread.map(({ path, reason }): [string, string] => [`${path} ${reason}`, `${path} ${WAS_NOT_READ}`]),
    );
    this.versions = [...new Set(identities.flatMap(({ version }) => version ?? []))];
  }

  run<R extends Run>(of: R): R {
    const run = { ...of, hosts: of.hosts.map(withoutSources) };
    if (!run.target) return run;
    const { certificate: _, services, ...own } = run.target;
    const target = { ...own, ...(services && { services: services.map((one) => this.service(one)) }) };
    if (!isOwn(run)) return { ...run, target };
    const { identity, identityAtEnd } = target;
    return {
      ...run,
      target: {
        ...target,
        command: target.command.slice(0, 1).map(baseName),
        ...(identity && { identity: this.identity(identity) }),
        ...(identityAtEnd && { identityAtEnd: this.identity(identityAtEnd) }),
      },
    };
  }

  /** Its version is that of a program that many have; what its host states of it is the host's. */
  private service(of: ServiceIdentity): ServiceIdentity {
    const settings = of.settings.map(({ name }) => ({ name, value: LEFT_OUT }));
    return { ...of, ...this.identity(of), version: of.version, settings };
  }

  private identity(of: TargetIdentity): TargetIdentity {
    const named = (file: IdentifiedFile): IdentifiedFile => ({
      ...file,
      path: this.nameOf(file.path),
      ...(file.filledFrom && { filledFrom: this.nameOf(file.filledFrom) }),
    });
    return {
      ...of,
      binary: of.binary && named(of.binary),
      files: of.files.map(named),
      environmentNames: [],
      version: null,
      container: null,
      unread: of.unread.map(({ path }) => ({ path: this.nameOf(path), reason: WAS_NOT_READ })),
    };
  }

  private nameOf(path: string): string {
    return this.names.get(path) ?? baseName(path);
  }

  /** The row of a file by its name; of texts only whether they are the same. */
  row(row: ComparedSetting): ComparedSetting {
    if (isPrivate(row)) return { ...row, values: leftOut(row.values) };
    const path = row.path.startsWith(FILES) ? row.path.slice(FILES.length) : null;
    if (path === null) return row;
    return { ...row, path: FILES + this.nameOf(path), label: this.nameOf(path) };
  }

  /** A document with its sentences about these targets cleaned. `rows` as they were before they were. */
  sentences<T>(document: T, rows: ComparedSetting[] = []): T {
    const hidden = rows.filter(isPrivate);
    return mapTexts(document, (text, field) => (SENTENCES.test(field) ? this.sentence(text, hidden) : text));
  }

  private sentence(text: string, rows: ComparedSetting[]): string {
    let told = text;
    for (const row of rows) for (const change of changesOf(row)) told = told.replaceAll(change, lowered(row.label));
    for (const from of this.versions)
      for (const to of this.versions)
        told = told.replaceAll(`${PRINTS} (${shortHash(from)} → ${shortHash(to)})`, PRINTS);
    for (const [raw, clean] of this.unread) told = told.replaceAll(raw, () => clean);
    for (const [path, name] of this.names) if (told.includes(path)) told = told.replace(whole(path), () => name);
    return told;
  }
}

/** Fields with words of ours that may name a file. */
const SENTENCES = /sentence|headline|because|next|note/i;
const FILES = 'target.files.';
/** Their values are texts that a host wrote, not hashes. */
const PRIVATE_ROWS = ['target.environmentNames', 'target.saysVersion', 'target.container'];
const PRINTS = 'what its version command prints';

const PRIVATE_OF_SERVICES = /^target\.services\.\w+\.(settings|environmentNames)$/;

const isPrivate = ({ path }: ComparedSetting): boolean => PRIVATE_ROWS.includes(path) || PRIVATE_OF_SERVICES.test(path);

/** As a warning words it. */
const changesOf = ({ label, values }: ComparedSetting): string[] =>
  values.flatMap((from) => values.map((to) => `${lowered(label)} ${shortHash(from ?? '')} → ${shortHash(to ?? '')}`));

/** As many texts as there were. */
function leftOut(values: ComparedSetting['values']): ComparedSetting['values'] {
  const kinds = [...new Set(values.filter((value) => value !== null && value !== 'none'))];
  return values.map((value) => {
    const at = kinds.indexOf(value);
    if (at < 0) return value;
    return kinds.length === 1 ? LEFT_OUT : `${LEFT_OUT} (${at + 1})`;
  });
}

/** The longest first, so that none is found within another. Two files of one name stay two. */
function namesOf(paths: string[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const path of [...new Set(paths)].filter((one) => one.startsWith('/')).sort()) {
    let name = baseName(path);
    for (let many = 2; taken.has(name); many++) name = `${baseName(path)} (${many})`;
    taken.add(name);
    names.set(path, name);
  }
  return new Map([...names].sort(([a], [b]) => b.length - a.length));
}

/** A path where it is not the beginning or the end of another. */
const whole = (path: string): RegExp =>
  new RegExp(`(?<![\\w./-])${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w/-])`, 'g');
