// @ts-check
import { longestHoleSeconds } from '../../../api/rules/load/point.ts';
import { patiently } from './subjects.mjs';

/**
 * Whether samples are complete, by the relay's own account of what the API has acknowledged.
 *
 * @typedef {import('./lab.mjs').FaultLab} FaultLab
 */

const ANSWERED_WITHIN_MS = 10_000;

/** Of runs that are over: what was acknowledged and is not stored, and gaps that no step states. @param {FaultLab} lab @param {string[]} runIds @returns {Promise<string[]>} */
export async function samplesLost(lab, runIds) {
  const each = await Promise.all(
    runIds.map(async (id) => [...(await notStored(lab, id)), ...(await notStated(lab, id))]),
  );
  return each.flat();
}

/** @param {FaultLab} lab @param {string} runId */
async function notStored(lab, runId) {
  const acknowledged = lab.relay.frames.get(runId)?.size ?? 0;
  const [{ stored }] = await lab.rows(
    `SELECT (SELECT count(*)::int FROM "Frame" WHERE "runId" = $1)
      + (SELECT coalesce(sum("frames"), 0)::int FROM "SampleChunk" WHERE "runId" = $1) AS stored`,
    [runId],
  );
  return stored < acknowledged
    ? [`${acknowledged - stored} of ${acknowledged} acknowledged samples are not stored`]
    : [];
}

/**
 * By the rule of the product itself, applied to what the relay saw: a hole that it calls one has to be stated by its step.
 *
 * @param {FaultLab} lab @param {string} runId
 */
async function notStated(lab, runId) {
  const run = await patiently(ANSWERED_WITHIN_MS, () => lab.client.call('GET', `/runs/${runId}`));
  const { samplesPerSecond } = run.spec;
  const frames = [...(lab.relay.frames.get(runId)?.values() ?? [])];
  return run.steps.flatMap(({ point }, /** @type {number} */ at) => {
    if (!point || point.sampleGapSeconds > 0) return [];
    const { startedAtUs, endedAtUs } = point;
    return Object.values(lab.places)
      .slice(1)
      .flatMap(({ address }) => {
        const own = frames
          .filter(({ timeUs, from }) => from.endsWith(address) && timeUs >= startedAtUs && timeUs <= endedAtUs)
          .sort((a, b) => a.timeUs - b.timeUs);
        const seconds = longestHoleSeconds({ frames: own, startedAtUs, endedAtUs, samplesPerSecond });
        return seconds > 0
          ? [`step ${at + 1} has no samples of ${address} for ${seconds.toFixed(1)} s, and does not state it`]
          : [];
      });
  });
}
