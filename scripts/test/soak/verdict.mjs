// @ts-check
import { figure, quantileFigure } from '../../bench/figures.mjs';
import { growthPct } from './trend.mjs';

const MEMORY_GROWTH_PCT = 5;
/** The pools of one process together, and its connection that listens. */
const DATABASE_CONNECTIONS = 34;

/**
 * What was seen.
 *
 * @typedef {object} Seen
 * @property {number} runs that were asked for after the warm-up
 * @property {number} heartbeats
 * @property {{ rssMb: number, heldMb: number, descriptors: { database: number, others: number } }[]} looks before the first part and after each
 * @property {import('./crowd.mjs').Crowd} crowded
 * @property {{ failure: string | null }[]} failed runs
 * @property {number} lost reports
 * @property {{ name: string, more: number }[]} grown tables
 * @property {number} files more than before
 */

/** @param {import('./crowd.mjs').Answer[]} answers */
const busy = (answers) => answers.filter(({ status }) => status === 503).length;

/** What is neither an answer nor a request to come back later. @param {import('./crowd.mjs').Answer} answer */
const isError = ({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter !== null);

/** @param {Seen} seen */
const rowsMore = ({ grown }) => grown.reduce((sum, { more }) => sum + more, 0);

/** As far as that is sure: at any moment agents are about to connect again, once or twice. @param {Seen} seen */
function descriptorsMore({ looks }) {
  const others = looks.map(({ descriptors }) => descriptors.others);
  return Math.max(0, Math.round((growthPct(others).low / 100) * (others[0] ?? 0)));
}

/** @param {Seen} seen */
export function figuresOf(seen) {
  const { runs, heartbeats, looks, crowded, failed, lost, files } = seen;
  const rssMb = looks.map((look) => look.rssMb);
  const calm = crowded.answers.filter(({ held }) => !held);
  const held = crowded.answers.filter((answer) => answer.held);
  const times = calm.map(({ ms }) => ms);
  return [
    figure('soak.runs', 'runs', [runs]),
    figure('soak.heartbeats', 'heartbeats', [heartbeats]),
    { id: 'soak.rss_growth_pct', unit: '%', ...rounded(growthPct(rssMb)) },
    { id: 'soak.held_growth_pct', unit: '%', ...rounded(growthPct(looks.map(({ heldMb }) => heldMb))) },
    figure('soak.rss_mb', 'MB', rssMb),
    figure('soak.rows_growth_unretained', 'rows', [rowsMore(seen)]),
    figure('soak.descriptors_growth', 'descriptors', [descriptorsMore(seen)]),
    figure('soak.files_growth_unretained', 'files', [Math.max(0, files)]),
    figure('soak.runs_failed', 'runs', [failed.length]),
    figure('soak.lost', 'reports', [lost]),
    figure('soak.crowd_answers', 'answers', [calm.length]),
    figure('soak.crowd_rows', 'rows', [crowded.rows]),
    quantileFigure('soak.crowd_ms_p50', 'ms', times, 0.5),
    quantileFigure('soak.crowd_ms_p99', 'ms', times, 0.99),
    ...byRoute(calm),
    figure('soak.crowd_busy', 'answers 503', [busy(calm)]),
    figure('soak.held_answers', 'answers', [held.length]),
    figure('soak.held_busy', 'answers 503', [busy(held)]),
    figure('soak.held_ms_max', 'ms', [Math.max(0, ...held.map(({ ms }) => ms))]),
    figure('soak.recovered_ms', 'ms', [crowded.recoveredMs]),
    figure('soak.errors', 'answers', [crowded.answers.filter(isError).length]),
  ];
}

/** What one time tells as well as many: a sentence for each. @param {Seen} seen @returns {string[]} */
export function faultsOf(seen) {
  const { looks, crowded, failed, lost, grown, files } = seen;
  const errors = crowded.answers.filter(isError);
  const pooled = Math.max(...looks.map(({ descriptors }) => descriptors.database));
  const rows = grown.map(({ name, more }) => `${more} of ${name}`).join(', ');
  return sentences([
    grown.length > 0 && `Rows stay that should be gone: ${rows}.`,
    files > 0 && `${files} files stay that should be gone.`,
    failed.length > 0 && `${failed.length} runs failed: ${failed[0]?.failure}`,
    lost > 0 && `${lost} acknowledged reports are not stored.`,
    errors.length > 0 && `${errors.length} answers were errors, such as ${JSON.stringify(errors[0])}.`,
    pooled > DATABASE_CONNECTIONS && `The API had ${pooled} connections to PostgreSQL.`,
  ]);
}

/** What a few readings cannot tell. @param {Seen} seen @returns {string[]} */
export function missedOf(seen) {
  const resident = growthPct(seen.looks.map(({ rssMb }) => rssMb)).value;
  // One step, as of a cache that fills late, is no slope: the line has to be sure.
  const held = growthPct(seen.looks.map(({ heldMb }) => heldMb)).low;
  const most = `and ${MEMORY_GROWTH_PCT} % are the most.`;
  const more = descriptorsMore(seen);
  return sentences([
    resident > MEMORY_GROWTH_PCT && `Resident memory grew by ${resident.toFixed(1)} %, ${most}`,
    held > MEMORY_GROWTH_PCT && `Memory that is held surely grew by ${held.toFixed(1)} %, ${most}`,
    more > 0 && `${more} more descriptors were open in the end.`,
  ]);
}

/** @param {(string | false)[]} some @returns {string[]} */
const sentences = (some) => some.filter((sentence) => typeof sentence === 'string');

/** @param {import('./crowd.mjs').Answer[]} answers */
function byRoute(answers) {
  const routes = [...new Set(answers.map(({ route }) => route))].sort();
  return routes.map((route) => {
    const id = route.replace(/^\//, '').replaceAll('/:runId', '_one').replaceAll('/', '_');
    const times = answers.filter((answer) => answer.route === route).map(({ ms }) => ms);
    return quantileFigure(`soak.crowd_${id}_ms_p99`, 'ms', times, 0.99);
  });
}

/** @param {{ value: number, low: number, high: number, n: number }} growth */
function rounded({ value, low, high, n }) {
  const round = (/** @type {number} */ x) => Math.round(x * 100) / 100;
  return { value: round(value), low: round(low), high: round(high), n };
}
