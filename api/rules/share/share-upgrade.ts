import { z } from 'zod';
import { type ShareDocument, shareDocument } from '../../contract/share.ts';
import { lift, type Stored, type Upgraders } from '../run/lift.ts';
import { withLaterFields } from '../spec/later-fields.ts';
import { liftSpec, liftStep } from '../spec/spec-upgrade.ts';

/** One entry for each version but the last. Documents of every version are kept in api/testing/shares and opened. */
const upgraders: Upgraders = {
  // Version 1 came before tuning: of its runs no agent said what it had changed, or what it may.
  1: (document) => ({ ...withRuns(document, runBeforeTuning), documentVersion: 2 }),
  // Version 2 came before rates, several clients and searches: every step was a closed loop of one client.
  2: (document) => ({ ...withRuns(document, runBeforeRates, stepBeforeRates), documentVersion: 3 }),
  // Version 3 came before verdicts: no figure had a validity, and runs were compared one by one.
  3: (document) => ({ ...withRuns(beforeOutcomes(document), runBeforeVerdicts), documentVersion: 4 }),
  // Version 4 came before agents named what competed with target and tool.
  4: (document) => ({ ...withEveryRun(document, runBeforeCompetitors), documentVersion: 5 }),
  // Version 5 knew GETs of a path over HTTP/1.1 alone, and no route was asked before the load.
  5: (document) => ({
    ...withEverySpec(withEveryRun(document, runBeforePreflights), liftSpec),
    documentVersion: 6,
  }),
  // Version 6 had the arithmetic of a verdict within its sentence.
  6: (document) => ({
    ...withEveryResult(withEveryRun(document, runBeforeReasons), resultBeforeReasons),
    documentVersion: 7,
  }),
};

type Change = (stored: Stored) => Stored;

/** Lifts every run, and what a comparison says of each step. */
function withRuns(document: Stored, eachRun: Change, eachStep: Change = (step) => step): Stored {
  if (document.type === 'run') return { ...document, run: eachRun(document.run as Stored) };
  const comparison = document.comparison as Stored;
  const steps = (comparison.steps as Stored[]).map(eachStep);
  return { ...document, comparison: { ...comparison, steps, runs: (comparison.runs as Stored[]).map(eachRun) } };
}

/** Lifts every run, an experiment's too, which version 4 was the first to hold. */
function withEveryRun(document: Stored, eachRun: Change): Stored {
  if (document.type === 'run') return withRuns(document, eachRun);
  return withEveryResult(document, (result) => ({ ...result, runs: (result.runs as Stored[]).map(eachRun) }));
}

/** Upgrades the results of a comparison, or of an experiment that has one. */
function withEveryResult(document: Stored, each: Change): Stored {
  if (document.type === 'comparison') return { ...document, comparison: each(document.comparison as Stored) };
  const experiment = document.experiment as Stored | undefined;
  if (!experiment?.result) return document;
  return { ...document, experiment: { ...experiment, result: each(experiment.result as Stored) } };
}

/** Upgrades specs of runs and of an experiment's configurations; an import's own description has no versions. */
function withEverySpec(document: Stored, eachSpec: Change): Stored {
  const asked = (part: Stored): Stored => {
    const spec = part.spec as Stored;
    return { ...part, spec: spec.specVersion === 0 ? spec : eachSpec(spec) };
  };
  const lifted = withEveryRun(document, asked);
  if (lifted.type !== 'experiment') return lifted;
  const experiment = lifted.experiment as Stored;
  const configurations = (experiment.configurations as Stored[]).map(asked);
  return { ...lifted, experiment: { ...experiment, configurations } };
}

function runBeforeTuning(run: Stored): Stored {
  const target = run.target as Stored | null;
  const { targetCpus } = (run.spec as { tuning: { targetCpus: string | null } }).tuning;
  return {
    ...run,
    spec: liftSpec(run.spec),
    hosts: (run.hosts as Stored[]).map((host) => ({ ...host, facts: factsBeforeTuning(host.facts as Stored) })),
    target: target && { ...target, cpus: targetCpus },
    tuning: [],
    findings: [],
  };
}

function factsBeforeTuning(facts: Stored): Stored {
  const nics = (facts.nics as Stored[]).map((nic) => ({ ...nic, bandwidthBitsPerSecond: null }));
  return { ...facts, nics, privileges: [] };
}

const NOT_KNOWN = {
  offeredPerSecond: null,
  unsent: null,
  commonWindowUs: null,
  latencyRangeMs: null,
  distribution: null,
};

function runBeforeRates(run: Stored): Stored {
  const steps = (run.steps as Stored[]).map((step) => ({
    ...stepBeforeRates(step),
    point: step.point && { ...(step.point as Stored), ...NOT_KNOWN },
    clients: [],
    profiles: [],
  }));
  const hosts = (run.hosts as Stored[]).map((host) => ({ ...host, facts: factsBeforeRates(host.facts as Stored) }));
  return {
    ...run,
    spec: liftSpec(run.spec),
    best: run.best && bestBeforeRates(run.best as Stored, steps),
    hosts,
    steps,
    artifacts: (run.artifacts as Stored[]).map((artifact) => ({ ...artifact, hostId: null })),
    search: null,
  };
}

const stepBeforeRates = (step: Stored): Stored => ({ ...step, spec: liftStep(step.spec as Stored) });

function bestBeforeRates({ connections: _, pipelining: __, ...best }: Stored, steps: Stored[]): Stored {
  return { ...best, spec: steps[best.stepIndex as number]?.spec };
}

function factsBeforeRates(facts: Stored): Stored {
  const tools = (facts.tools as Stored[]).map((tool) => ({ ...tool, abilities: null }));
  return { ...facts, tools, targets: [], listeningPorts: [] };
}

function beforeOutcomes(document: Stored): Stored {
  if (document.type === 'run') return document;
  const comparison = document.comparison as Stored;
  return { ...document, comparison: { ...comparison, sides: [], outcomes: [], headline: '' } };
}

/** What was said as a sentence of the whole run is a note of it. */
function runBeforeVerdicts({ caveats, ...run }: Stored): Stored {
  const notes = (caveats as string[]).map((sentence) => ({
    code: 'caveat',
    severity: 'note',
    hostId: null,
    stepIndex: null,
    sentence,
  }));
  const steps = (run.steps as Stored[]).map((step) => ({
    ...step,
    point: step.point && { ...(step.point as Stored), rounded: false },
    evidence: null,
    verdict: null,
  }));
  const hosts = (run.hosts as Stored[]).map((host) => ({ ...host, described: null }));
  const findings = [...(run.findings as Stored[]), ...notes];
  return { ...run, hosts, steps, findings, verdict: null, imported: null, experimentId: null };
}

function runBeforeCompetitors(run: Stored): Stored {
  const steps = (run.steps as Stored[]).map((step) => ({
    ...step,
    evidence: step.evidence && evidenceBeforeCompetitors(step.evidence as Stored),
  }));
  return { ...run, steps };
}

const NO_REASON = { because: '' };

/** The sentence of an older document has its arithmetic within. */
function runBeforeReasons(run: Stored): Stored {
  const reasoned = (verdict: unknown) => verdict && { ...verdict, ...NO_REASON };
  const steps = (run.steps as Stored[]).map((step) => ({ ...step, verdict: reasoned(step.verdict) }));
  return { ...run, steps, verdict: reasoned(run.verdict) };
}

const resultBeforeReasons = (result: Stored): Stored => ({
  ...result,
  ...NO_REASON,
  outcomes: (result.outcomes as Stored[]).map((outcome) => ({ ...outcome, ...NO_REASON })),
});

const runBeforePreflights = (run: Stored): Stored => ({ ...run, preflight: null });

function evidenceBeforeCompetitors({ server, clients, ...evidence }: Stored): Stored {
  const unnamed = (side: Stored): Stored => ({ ...side, competitors: null });
  return { ...evidence, server: server && unnamed(server as Stored), clients: (clients as Stored[]).map(unnamed) };
}

/** Lists that grow without a new version, and what stands for a value that only a later product knows. */
const LEAST: { of: RegExp; value: string }[] = [
  { of: /\bfindings\.\d+\.code$/, value: 'caveat' },
  { of: /\bwarnings\.\d+\.code$/, value: 'other' },
  { of: /\b(wall|walls\.\d+)$/, value: 'unknown' },
  { of: /\bimported\.format$/, value: 'other' },
];

/** Settings of a host, which grow without a new version too. */
const OF_HOST = /\btuning\.(server|clients)$/;

/** A spec, whose fields grow so as well: later ones are null or false where nothing was asked. */
const OF_SPEC = /\bspec(\.|$)/;

/** A stored document in today's form. Throws when it is of a version that is newer than this product. */
export function upgradeDocument(stored: unknown): ShareDocument {
  const lifted = withEverySpec(lift(stored, 'documentVersion', upgraders), withLaterFields);
  const read = shareDocument.safeParse(lifted);
  return read.success ? read.data : shareDocument.parse(asKnown(lifted, read.error.issues));
}

/**
 * Fills in what a product of another time says otherwise. A value of a list that grew becomes the one that says least;
 * a setting that only one of the two knows counts as not asked for. One that was asked for and is not known stays, one
 * that the run set and its spec lacks is missed, and so the document is refused: the figures would speak for another tuning.
 */
function asKnown(document: Stored, issues: z.core.$ZodIssue[]): Stored {
  const known = structuredClone(document);
  const at = (path: PropertyKey[]): Stored => path.reduce<Stored>((part, key) => part[String(key)] as Stored, known);
  for (const issue of issues) {
    const [place, holder, key] = [issue.path.join('.'), issue.path.slice(0, -1), String(issue.path.at(-1))];
    const least = issue.code === 'invalid_value' && LEAST.find(({ of }) => of.test(place));
    if (least) at(holder)[key] = least.value;
    else if (OF_HOST.test(holder.join('.')) && !(key in at(holder))) {
      if (wasSet(at(holder.slice(0, -3)), holder.at(-1) === 'server', key)) throw lacking(issue.path);
      at(holder)[key] = null;
    } else if (issue.code === 'unrecognized_keys' && OF_SPEC.test(place)) {
      const part = at(issue.path);
      for (const later of issue.keys) if (part[later] === null || part[later] === false) delete part[later];
    }
  }
  return known;
}

interface Tuned {
  spec: { server: { hostId: string } };
  tuning?: { hostId: string; knobs: { setting: string }[] }[];
}

/** Whether an agent of that side set knobs for the setting in this run. */
function wasSet(run: Stored, server: boolean, setting: string): boolean {
  const { spec, tuning = [] } = run as unknown as Tuned;
  const ofSide = tuning.filter(({ hostId }) => (hostId === spec.server.hostId) === server);
  return ofSide.some(({ knobs }) => knobs.some((knob) => knob.setting === setting));
}

const lacking = (path: PropertyKey[]) =>
  new z.ZodError([
    {
      code: 'custom',
      path,
      message: 'Missing, although the run set it: the document was damaged',
      input: undefined,
    },
  ]);
