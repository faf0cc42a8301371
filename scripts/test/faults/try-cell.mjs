// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { leftBehind, notRestored, stateOf } from './left.mjs';
import { samplesLost } from './samples.mjs';
import { bringAbout, specOf } from './subjects.mjs';

/**
 * One fault in one state, and everything that is looked at after it.
 *
 * @typedef {import('./lab.mjs').FaultLab} FaultLab
 * @typedef {import('./cells.ts').Cell} Cell
 * @typedef {{ stopSeconds: number, cutSeconds: number }} Lengths
 * @typedef {object} Result
 * @property {string} cell
 * @property {string} outcome how what was struck ended
 * @property {string | null} code of its failure
 * @property {string | null} sentence why, as a person is told
 * @property {string[]} lost no end, samples, or a host that was not restored
 * @property {string[]} leaked
 * @property {string[]} blocked why no further run could finish
 * @property {number} seconds how long it took until what was struck was over
 */

/** The longest that the state machine waits for an answer is 90 s, and a restore 60 s after that. */
const ENDED_WITHIN_MS = 180_000;
const AGAIN_WITHIN_MS = 60_000;
const SOME_SECONDS = 8;
/** After the command was handed out: a fault may strike while it is obeyed. */
const WITHIN_COMMAND_MS = 30;
const WITHIN_LOAD_MS = 600;

/** @param {FaultLab} lab @param {Cell} cell @param {Lengths} lengths @returns {Promise<Result>} */
export async function tryCell(lab, cell, lengths) {
  const fault = /** @type {import('./faults.mjs').Fault} */ (cell.fault);
  if (lab.apiKind !== fault.api) await lab.startApis(fault.api);
  await lab.ready();
  const before = stateOf(lab);
  const held = await bringAbout(lab, cell);
  await sleep(delayMs(cell));
  const struckMs = performance.now();
  const undo = await fault.strike(lab);
  await held.release();
  const ending = fault.lasts === 'to-the-end' ? held.ended(ENDED_WITHIN_MS) : null;
  await (ending ?? sleep(secondsOf(fault, lengths) * 1000));
  await undo();
  const { runIds, ...ended } = await (ending ?? held.ended(ENDED_WITHIN_MS));
  const seconds = Math.round((performance.now() - struckMs) / 100) / 10;
  const unended = /^(still|not answered|changed)/.test(ended.outcome) ? [`it is ${ended.outcome}`] : [];
  const unsaid = ended.outcome === 'failed' && !ended.sentence ? ['it failed and does not say why'] : [];
  const again = await runAgain(lab);
  const lost = [
    ...unended,
    ...unsaid,
    ...(await notRestored(lab, before)),
    ...(await samplesLost(lab, [...runIds, ...again.runIds])),
  ];
  return { cell: cell.id, ...ended, lost, leaked: await leftBehind(lab, before), blocked: again.blocked, seconds };
}

/** @param {Result} result */
export const isWell = ({ lost, leaked, blocked }) => lost.length + leaked.length + blocked.length === 0;

/** @param {Cell} cell */
function delayMs({ moment }) {
  if (moment.at !== 'command') return 0;
  return Math.random() * (moment.type === 'drive-load' ? WITHIN_LOAD_MS : WITHIN_COMMAND_MS);
}

/** @param {import('./faults.mjs').Fault} fault @param {Lengths} lengths */
const secondsOf = ({ lasts }, { stopSeconds, cutSeconds }) =>
  ({ moment: 0, 'to-the-end': 0, 'some-seconds': SOME_SECONDS, cut: cutSeconds, stop: stopSeconds })[lasts];

/** As soon as the hosts say that they take runs, one is taken and finishes. @param {FaultLab} lab */
async function runAgain(lab) {
  let runIds = /** @type {string[]} */ ([]);
  try {
    await lab.ready(AGAIN_WITHIN_MS);
    const { id } = await lab.client.createRun('again', specOf(lab));
    runIds = [id];
    const late = new Promise((_, reject) =>
      setTimeout(reject, AGAIN_WITHIN_MS * 2, new Error('it does not end')).unref(),
    );
    const run = await Promise.race([lab.client.finish(id), /** @type {Promise<never>} */ (late)]);
    return {
      runIds,
      blocked: run.state === 'finished' ? [] : [`the run after it ${run.state}: ${run.failure?.sentence}`],
    };
  } catch (error) {
    const hosts = (await lab.hosts())
      .map(({ name, status, dirtyReason }) => `${name} ${dirtyReason ?? status}`)
      .join('; ');
    return { runIds, blocked: [`no run after it: ${error.message} (${hosts})`] };
  }
}
