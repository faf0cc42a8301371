import { HOST_ROLES, type HostRole } from '../../contract/choices.ts';
import type { ComparedSetting, ComparisonWarning } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import { isTarget, sharedMachine } from '../evidence/shared-machine.ts';
import { shortHash } from '../identity/identity-changes.ts';
import { whyUnknown } from '../identity/target-identity.ts';
import { configurationOf } from '../outcomes/sides.ts';
import { stepText } from '../spec/load-words.ts';
import { SEARCH_PATH, STEPS_PATH } from '../spec/spec-settings.ts';
import { firstOf, listed, lowered } from '../words/text.ts';
import { stepAt } from './compare-steps.ts';
import { hostsOf, toolVersion } from './host-settings.ts';
import type { SideBySide } from './side-by-side.ts';
import { unlike } from './side-names.ts';
import { SECRETS_PATH, TOOL_WORKERS_RUN_PATH } from './spec-readers.ts';

const TOOL_PATH = 'spec.load.tool';
const TOOL_VERSION_PATH = 'client.facts.tools';
const TARGET_PATHS = ['spec.target', 'spec.target.framework'];
const TARGET_VERSION_PATH = 'target.version';

/** What else may be behind a difference than the one thing that was meant to change. */
export function confoundingWarnings(sides: SideBySide): ComparisonWarning[] {
  return [
    ...changedMoreThanOneThing(sides),
    ...hostsDiffer(sides),
    ...oneMachine(sides),
    ...toolsDiffer(sides),
    ...nothingChanged(sides),
  ];
}

const NOT_TO_ONE = 'Any of these could be the cause; change one at a time.';
/** Where no figure is compared there is nothing to look for a cause of. */
const NONE_SHOWN = 'No difference is shown; change one at a time.';

/**
 * Settings of several groups, or several that were asked for in one. Tuning counts as one of them
 * beside others, and is listed: hosts are tuned in sets. What followed from a single change within its group
 * (workers that prefork starts) is no second one. Runs of like differences stand together.
 */
function changedMoreThanOneThing({ runs, baselineIndex, settings, steps, called }: SideBySide): ComparisonWarning[] {
  const sentences = new Map<string, number[]>();
  const note = (text: string, index: number) => sentences.set(text, [...(sentences.get(text) ?? []), index]);
  for (const index of variantsOf(runs, baselineIndex)) {
    const advice = steps.some(({ cells }) => cells[index]?.deltas) ? NOT_TO_ONE : NONE_SHOWN;
    const uncounted = otherLoad({ runs, baselineIndex, steps }, index) ? UNCOUNTED : [...UNCOUNTED, STEPS_PATH];
    const differing = settings.filter(
      (setting) => differs(setting, baselineIndex, index) && !uncounted.includes(setting.path),
    );
    const changed = withoutConsequences(differing);
    if (toolWorkersDiffer({ runs, baselineIndex, steps }, index)) {
      changed.push(...settings.filter(({ path }) => path === TOOL_WORKERS_RUN_PATH));
    }
    const groups = [...new Set(changed.map(({ group }) => group))];
    const askedFor = changed.filter(({ path }) => path.startsWith('spec.'));
    const asked = new Set(askedFor.map(({ group, path }) => (group === 'tuning' ? group : path))).size;
    if (groups.length < 2 && asked < 2) {
      const texts = askedFor.map((setting) => changeText(setting, baselineIndex, index));
      if (texts.length > 1) note(`${texts.length} settings of tuning: ${listed(texts)}. ${advice}`, index);
      continue;
    }
    const told = groups.map((group) => {
      // Within a group the requested settings are enough: what was started and read follows from them.
      const within = (groups.length > 1 ? changed : askedFor).filter((setting) => setting.group === group);
      const texts = within.map((setting) => changeText(setting, baselineIndex, index));
      return `${group} (${group === 'tuning' ? listed(texts) : firstOf(texts)})`;
    });
    const things = groups.length > 1 ? `${groups.length} groups of settings` : `${asked} settings of one group`;
    note(`${things}: ${listed(told)}. ${advice}`, index);
  }
  return [...sentences].map(([text, indexes]) => ({
    code: 'changed-more-than-one-thing' as const,
    sentence: `${listed(indexes.map(called))} ${indexes.length === 1 ? 'differs' : 'differ'} from ${called(baselineIndex)} in ${text}`,
  }));
}

/** What else a ramp or a search holds changes none of the steps that are compared; nor do the tool workers that ran in those. */
const UNCOUNTED = [SEARCH_PATH, TOOL_WORKERS_RUN_PATH];

type Compared = Pick<SideBySide, 'runs' | 'baselineIndex' | 'steps'>;

/** By whatever protocol, which is a setting of its own. Steps that meet by their load ask for the same one; those that meet by their place need not. */
function otherLoad({ runs, baselineIndex, steps }: Compared, index: number): boolean {
  return steps.some((row) => {
    const [from, to] = [baselineIndex, index].map((i) => stepAt(runs, row, i)?.spec);
    return from !== undefined && to !== undefined && stepText(from, undefined) !== stepText(to, undefined);
  });
}

/** A different tool, target or framework also has a different version; that is one change, not two. */
function withoutConsequences(differing: ComparedSetting[]): ComparedSetting[] {
  const told = [
    ...(differing.some(({ path }) => path === TOOL_PATH) ? [TOOL_VERSION_PATH] : []),
    ...(differing.some(({ path }) => TARGET_PATHS.includes(path)) ? [TARGET_VERSION_PATH] : []),
  ];
  return differing.filter(({ path }) => !told.includes(path));
}

function toolWorkersDiffer({ runs, baselineIndex, steps }: Compared, index: number): boolean {
  return steps.some((row) => {
    const [from, to] = [baselineIndex, index].map((i) => stepAt(runs, row, i)?.point?.toolWorkers ?? null);
    return from !== null && to !== null && from !== to;
  });
}

/** Known on both sides and different. A value that was not read is not a difference. */
function differs({ values }: ComparedSetting, from: number, to: number): boolean {
  const [a, b] = [values[from] ?? null, values[to] ?? null];
  return a !== null && b !== null && a !== b;
}

function changeText({ label, values }: ComparedSetting, from: number, to: number): string {
  const [before, after] = [from, to].map((index) => shortHash(values[index] ?? ''));
  return `${lowered(label)} ${before} → ${after}`;
}

function hostsDiffer({ runs, called }: SideBySide): ComparisonWarning[] {
  const ids = (run: Run) => HOST_ROLES.map((role) => placedOn(run, role).map((h) => h.hostId));
  if (new Set(runs.map((run) => JSON.stringify(ids(run)))).size < 2) return [];
  const sides = unlike(runs, called, (run) => placeText(run, runs)) ?? '';
  const sentence = `Different hosts (${sides}): machines differ even when their models do not. Run every side on the same hosts.`;
  return [{ code: 'hosts-differ', sentence }];
}

/** Runs with something measured while both sides shared a machine. */
function oneMachine({ runs, called }: SideBySide): ComparisonWarning[] {
  const measured = [...runs.keys()].filter((index) => runs[index]?.steps.some(({ point }) => point !== null));
  const shared = measured.filter((index) => runs[index] && sharedMachine(runs[index]) !== null);
  if (shared.length === 0) return [];
  const apart = measured.filter((index) => !shared.includes(index));
  const but = apart.length === 0 ? '' : `, in ${listed(apart.map(called))} not`;
  const several = shared.some((index) => (runs[index]?.spec.clients.length ?? 0) > 1);
  const sentence = `Target and ${several ? 'a load generator' : 'load generator'} shared one machine in ${listed(shared.map(called))}${but}: each took CPU time from the other. Drive the load from ${several ? 'other machines only' : 'a second machine'}.`;
  return [{ code: 'one-machine', sentence }];
}

/** A target that no agent started is on the host of a client that reached it at an address of its own. */
const placedOn = (run: Run, role: HostRole): Run['hosts'] =>
  role === 'server' && run.spec.target.kind === 'external'
    ? run.hosts.filter((host) => isTarget(host, run.target))
    : hostsOf(run, role);

function placeText(run: Run, runs: Run[]): string {
  const named = (host: Run['hosts'][number]): string => {
    const namesake = runs.some(({ hosts }) => hosts.some((h) => h.name === host.name && h.hostId !== host.hostId));
    return namesake ? `${host.name} (id ends in ${host.hostId.slice(-4)})` : host.name;
  };
  const [server, clients, backend] = HOST_ROLES.map((role) => listed(placedOn(run, role).map(named)));
  if (server === '') return `load from ${clients}`;
  const place = server === clients ? `both on ${server}` : `target on ${server}, load from ${clients}`;
  return backend ? `${place}, what it asks on ${backend}` : place;
}

function toolsDiffer({ runs, called }: SideBySide): ComparisonWarning[] {
  const tools = unlike(runs, called, (run) => toolVersion(run) ?? run.spec.load.tool);
  if (tools === null) return [];
  const sentence = `Different load generators (${tools}): each costs and times differently. Use one tool in one version.`;
  return [{ code: 'tools-differ', sentence }];
}

/** Repeats of the baseline beside another side are what they should be. */
function nothingChanged({ runs, sides, baselineIndex, settings, called }: SideBySide): ComparisonWarning[] {
  const repeats = sides.length > 1 ? (sides.find(({ indexes }) => indexes.includes(baselineIndex))?.indexes ?? []) : [];
  const alike = variantsOf(runs, baselineIndex).filter(
    (index) =>
      !repeats.includes(index) &&
      whyUnknown([baselineIndex, index].flatMap((at) => runs[at] ?? [])) === null &&
      sameAsked(runs[index], runs[baselineIndex]) &&
      settings.every(({ values }) => values[index] === values[baselineIndex]) &&
      !settings.some(({ path, values }) => path.startsWith(SECRETS_PATH) && values[index] === null),
  );
  if (alike.length === 0) return [];
  const sentence = `${listed(alike.map(called))} and ${called(baselineIndex)} have the same configuration: no setting made their difference.`;
  return [{ code: 'nothing-changed', sentence }];
}

/** Texts are for people. The requested values decide whether two runs asked for the same. */
const sameAsked = (a: Run | undefined, b: Run | undefined): boolean =>
  a !== undefined && b !== undefined && configurationOf(a) === configurationOf(b);

const variantsOf = (runs: Run[], baselineIndex: number): number[] =>
  runs.flatMap((_, index) => (index === baselineIndex ? [] : [index]));
