import type { Benchmark, MeasuredRevision, MeasureRevision } from '../contract/benchmark.ts';
import type { CreateExperiment, ExperimentDesign } from '../contract/experiment.ts';
import { COMMIT_SHA, MAX_REVISIONS } from '../contract/limits.ts';
import type { RunSpec } from '../contract/spec.ts';
import { type AskedExperiment, createExperiment, designOfExperiment } from '../experiments/create-experiment.ts';
import { listRevisions } from '../hosts/examine-host.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { revisionOf, shortCommit } from '../rules/spec/revision-words.ts';
import { experimentOfPoint } from '../rules/watch/experiment-of-point.ts';
import { placesOf } from '../rules/watch/places.ts';
import { knownBenchmark, newestOf, runnableDesign } from './benchmark-view.ts';
import { lockBenchmark } from './store/benchmarks.ts';
import { addRevisions, insertPoint, type KnownRevision, listPlaces } from './store/points.ts';

/**
 * Begins the experiment that measures a revision. A commit has to be on the branch of the target's source, as its place is what
 * the history is ordered by: throws where it is none, or where its host does not tell.
 */
export async function measureRevision(
  lab: Lab,
  id: string,
  wanted: MeasureRevision,
  asked: AskedExperiment,
  closed: AbortSignal,
): Promise<MeasuredRevision> {
  const { input, version, reference } = await pointOf(lab, id, wanted, closed);
  const { commit, label = '' } = wanted;
  const revision = commit ?? label;
  const alongside: AskedExperiment['alongside'] = async (tx, experimentId) => {
    if (commit === undefined) await addRevisions(tx, id, [labelled(label, await listPlaces(tx, id))]);
    await asked.alongside?.(tx, experimentId);
    await insertPoint(tx, { experimentId, benchmarkId: id, version, revision, reference });
  };
  const experiment = await createExperiment(lab, input, { ...asked, alongside });
  return { experimentId: experiment.id };
}

/** What that could show, and how long it would take. Throws what measureRevision would. */
export async function designPoint(
  lab: Lab,
  id: string,
  wanted: MeasureRevision,
  closed: AbortSignal,
): Promise<ExperimentDesign> {
  return designOfExperiment(lab, (await pointOf(lab, id, wanted, closed)).input);
}

async function pointOf(
  lab: Lab,
  id: string,
  { commit, label = '' }: MeasureRevision,
  closed: AbortSignal,
): Promise<{ input: CreateExperiment; version: number; reference: string | null }> {
  const benchmark = await knownBenchmark(lab.database.db, id);
  if (benchmark.archivedAtUs !== null)
    throw new AppError('conflict', `${benchmark.name} is archived: bring it back to measure it.`);
  const version = newestOf(benchmark);
  const design = runnableDesign(version);
  if (commit === undefined) refuseLabel(label, design);
  else await learnCommits(lab, id, design.spec, [commit], closed);
  const point = commit === undefined ? { commit: null, label } : { commit, label: shortCommit(commit) };
  const input = experimentOfPoint(benchmark.name, design, point);
  return { input, version: version.number, reference: design.reference };
}

/** What a label says of a target that its host builds would be another commit than the one that is measured. */
function refuseLabel(label: string, { spec }: Benchmark['design']): void {
  if (revisionOf(spec) !== null)
    throw new AppError('invalid-input', 'This target is built from commits: name one by "commit".');
  if (COMMIT_SHA.test(label))
    throw new AppError('invalid-input', 'A label that looks like a commit would be taken for one: add a word to it.');
}

/** Builds without a commit are in the order in which they came. */
const labelled = (label: string, places: ReadonlyMap<string, number>): KnownRevision => ({
  revision: label,
  place: Math.max(-1, ...places.values()) + 1,
  committedAtUs: null,
  subject: null,
});

/** Asks the host of the target for the commits of its branch, unless these are known. Throws where one of them is none of them. */
export async function learnCommits(
  lab: Lab,
  id: string,
  { server, target }: RunSpec,
  commits: string[],
  closed: AbortSignal,
): Promise<void> {
  const { db } = lab.database;
  const known = await listPlaces(db, id);
  if (commits.every((commit) => known.has(commit))) return;
  if (!server || target.kind !== 'named')
    throw new AppError('invalid-input', 'This target has no source: name its build by a label.');
  const request = { target: target.name, most: MAX_REVISIONS };
  const { revisions } = await listRevisions(lab, server.hostId, request, closed);
  const listed = revisions.map(({ commit }) => commit);
  const absent = commits.find((commit) => !known.has(commit) && !listed.includes(commit));
  if (absent !== undefined)
    throw new AppError(
      'invalid-input',
      `${shortCommit(absent)} is none of the newest ${revisions.length} commits of the branch of ${target.name}. Push it there, or choose one of them.`,
    );
  await lab.database.transaction(async (tx) => {
    // Whoever asked at the same moment may have been told of another list.
    await lockBenchmark(tx, id);
    const places = placesOf(listed, await listPlaces(tx, id));
    const learnt = revisions.map(({ commit: revision, committedAtUs, subject }) => ({
      ...{ revision, committedAtUs, subject },
      place: places.get(revision) ?? 0,
    }));
    await addRevisions(tx, id, learnt);
  });
}
