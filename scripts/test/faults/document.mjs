// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';
import { SUBJECTS, statesOf } from './states.ts';
import { isWell } from './try-cell.mjs';

/**
 * The tables of docs/reliability.md, written of what was tried. The prose around them is by hand.
 *
 * @typedef {import('./cells.ts').Cell} Cell
 * @typedef {import('./cells.ts').FaultKind} FaultKind
 * @typedef {import('./ledger.mjs').Try} Try
 */

export const DOCUMENT = path.join(root, 'docs/reliability.md');
const [FROM, TO] = ['<!-- npm run test:faults writes from here -->', '<!-- to here -->'];
const TITLES = { run: 'States of a run', experiment: 'States of an experiment', task: 'Questions to a host' };

/** @param {readonly FaultKind[]} faults @param {Cell[]} cells @param {Try[]} tries */
export function writeTables(faults, cells, tries) {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before, rest] = text.split(FROM);
  const after = rest?.split(TO)[1];
  if (after === undefined) throw new Error(`${DOCUMENT} has lost the comments between which the tables stand.`);
  writeFileSync(DOCUMENT, `${before}${FROM}\n\n${tablesOf(faults, cells, tries)}\n\n${TO}${after}`);
}

/** @param {readonly FaultKind[]} faults @param {Cell[]} cells @param {Try[]} tries */
export function tablesOf(faults, cells, tries) {
  const known = new Set(cells.map(({ id }) => id));
  const own = tries.filter(({ cell }) => known.has(cell));
  return [
    summaryOf(cells, own),
    ...SUBJECTS.map((subject) => tableOf(subject, faults, cells, own)),
    reasonsOf(own),
    ...unwellOf(own),
    howOf(faults, own),
  ].join('\n\n');
}

/** @param {Cell[]} cells @param {Try[]} tries */
function summaryOf(cells, tries) {
  const tried = new Set(tries.map(({ cell }) => cell)).size;
  const count = (/** @type {(one: Try) => string[]} */ of) => tries.reduce((sum, one) => sum + of(one).length, 0);
  const days = [...new Set(tries.map(({ atMs }) => new Date(atMs).toISOString().slice(0, 10)))].sort();
  const when = days.length > 1 ? `from ${days[0]} to ${days.at(-1)}` : `on ${days[0] ?? 'no day'}`;
  return (
    `${tried} of ${cells.length} cells were tried ${when}, ${tries.length} times in all: ${count(({ lost }) => lost)} losses, ` +
    `${count(({ leaked }) => leaked)} things left behind, ${count(({ blocked }) => blocked)} times no run finished after it.`
  );
}

/** @param {import('./states.ts').Subject} subject @param {readonly FaultKind[]} faults @param {Cell[]} cells @param {Try[]} tries */
function tableOf(subject, faults, cells, tries) {
  const states = statesOf(subject);
  const tried = states.filter(([, moment]) => 'at' in moment).map(([state]) => state);
  const rows = faults.flatMap(({ id, title }) => {
    const own = tried.map((state) => {
      const cell = cells.find((one) => one.fault.id === id && one.subject === subject && one.state === state);
      return cell ? outcomesOf(tries.filter((one) => one.cell === cell.id)) : '—';
    });
    return own.every((text) => text === '—') ? [] : [`| ${title} | ${own.join(' | ')} |`];
  });
  const elsewhere = states.flatMap(([state, moment]) =>
    'untried' in moment ? [`- \`${state}\`: ${moment.untried}`] : [],
  );
  return [
    `### ${TITLES[subject]}`,
    [`| | ${tried.join(' | ')} |`, `| --- |${' --- |'.repeat(tried.length)}`, ...rows].join('\n'),
    ...(elsewhere.length > 0 ? [`Not here:\n\n${elsewhere.join('\n')}`] : []),
  ].join('\n\n');
}

/** Each outcome, and how often. @param {Try[]} tries */
function outcomesOf(tries) {
  if (tries.length === 0) return 'not tried';
  const texts = tries.map((one) => {
    const ended = one.code ? `${one.outcome}: ${one.code}` : one.outcome;
    return isWell(one) ? ended : `**${ended}; ${whatIsWrong(one)}**`;
  });
  return counted(texts);
}

/** @param {Try} one */
const whatIsWrong = ({ lost, leaked, blocked }) =>
  [
    ...(lost.length > 0 ? ['lost'] : []),
    ...(leaked.length > 0 ? ['left'] : []),
    ...(blocked.length > 0 ? ['no run after'] : []),
  ].join(', ');

/** @param {string[]} texts */
const counted = (texts) =>
  [...new Set(texts)].map((text) => `${text} ${texts.filter((one) => one === text).length}×`).join(', ');

/** A sentence that quotes a log may be long. */
const QUOTED_CHARACTERS = 180;

/** What people are told, for each way to end that is no success; of sentences that differ in numbers alone, one. @param {Try[]} tries */
function reasonsOf(tries) {
  const said = /** @type {Map<string, Map<string, string>>} */ (new Map());
  for (const { code, outcome, sentence } of tries) {
    const kind = code ?? (outcome === 'refused' ? outcome : null);
    if (kind === null || sentence === null) continue;
    const text = sentence.length > QUOTED_CHARACTERS ? `${sentence.slice(0, QUOTED_CHARACTERS)}…` : sentence;
    const own = said.get(kind) ?? new Map();
    said.set(kind, own.set(text.replace(/\d+/g, '#'), text));
  }
  const lines = [...said].sort().map(([kind, own]) => {
    const quoted = [...own.values()].sort().map((sentence) => `“${sentence}”`);
    return `- \`${kind}\`: ${quoted.join(' ')}`;
  });
  return `### What was said\n\n${lines.join('\n') || 'Nothing failed.'}`;
}

/** @param {Try[]} tries */
function unwellOf(tries) {
  const lines = tries
    .filter((one) => !isWell(one))
    .map(({ cell, lost, leaked, blocked }) => `- ${cell}: ${[...lost, ...leaked, ...blocked].join('; ')}`);
  return lines.length > 0 ? [`### What went wrong\n\n${lines.join('\n')}`] : [];
}

/** @param {readonly FaultKind[]} faults @param {Try[]} tries */
function howOf(faults, tries) {
  const lengths = (/** @type {(one: Try) => number} */ of) =>
    [...new Set(tries.map(of))].sort((a, b) => a - b).join(' or ');
  const lasting = {
    moment: 'at once',
    'to-the-end': 'when it is over',
    'some-seconds': 'after 8 s',
    cut: `after ${lengths(({ cutSeconds }) => cutSeconds)} s`,
    stop: `after ${lengths(({ stopSeconds }) => stopSeconds)} s`,
  };
  const rows = faults.map(({ title, how, undone, lasts }) => `| ${title} | ${how} | ${lasting[lasts]}: ${undone} |`);
  return ['### How each is done', ['| | done by | undone |', '| --- | --- | --- |', ...rows].join('\n')].join('\n\n');
}
