// @ts-check
/**
 * Whether samples are complete, by the relay's own account of what the API has acknowledged.
 *
 * @typedef {import('./lab.mjs').FaultLab} FaultLab
 */

/** A sample may be late by as much as this without a gap to state, in samples: one at each end of a step, and one that a busy machine took late. */
const LATE_SAMPLES = 4;

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

/** @param {FaultLab} lab @param {string} runId */
async function notStated(lab, runId) {
  const { steps, findings, spec } = await lab.client.call('GET', `/runs/${runId}`);
  const frames = [...(lab.relay.frames.get(runId)?.values() ?? [])];
  return steps.flatMap(({ point }, /** @type {number} */ at) => {
    if (!point || point.sampleGapSeconds > 0) return [];
    const wanted = ((point.endedAtUs - point.startedAtUs) / 1e6) * spec.samplesPerSecond - LATE_SAMPLES;
    return Object.values(lab.places)
      .slice(1)
      .flatMap(({ address }) => {
        const own = frames.filter(
          ({ timeUs, from }) => from.endsWith(address) && timeUs >= point.startedAtUs && timeUs <= point.endedAtUs,
        );
        const said = findings.some(({ code }) => /sample|gap/.test(code));
        return own.length < wanted && !said
          ? [
              `step ${at + 1} has ${own.length} samples of ${address}, of about ${Math.round(wanted)}, and states no gap`,
            ]
          : [];
      });
  });
}
