// @ts-check
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENDED_STATES } from '../../../api/contract/choices.ts';
import { experimentStatus } from '../../../api/contract/experiment.ts';
import { hostTask } from '../../../api/contract/host-task.ts';
import { runState } from '../../../api/contract/run.ts';
import { allCells, cellsNamed, spread } from '../faults/cells.ts';
import { DOCUMENT, tablesOf } from '../faults/document.mjs';
import { FAULTS } from '../faults/faults.mjs';
import { SUBJECTS, statesOf } from '../faults/states.ts';

const cells = allCells(FAULTS);
const names = (/** @type {import('../faults/states.ts').Subject} */ subject) =>
  statesOf(subject).map(([state]) => state);

/** @type {import('../faults/ledger.mjs').Try} */
const well = {
  ...{ cell: cells[0]?.id ?? '', outcome: 'finished', code: null, sentence: null },
  ...{ lost: [], leaked: [], blocked: [], seconds: 1 },
  ...{ stopSeconds: 60, cutSeconds: 20, commit: 'abc', atMs: Date.UTC(2026, 10, 27) },
};

describe('faults in states', () => {
  it('has every state of the contract, in its order', () => {
    const ended = /** @type {readonly string[]} */ (ENDED_STATES);
    expect(names('run')).toEqual(runState.options.filter((state) => !ended.includes(state)));
    expect(names('experiment')).toEqual(experimentStatus.options);
    const tasks = hostTask.options.map((option) => option.shape.type.value);
    expect(names('task').sort()).toEqual(tasks.sort());
  });

  it('tries each fault somewhere, each state that it can bring about by several, and no cell twice', () => {
    expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
    expect(cells.length).toBeGreaterThanOrEqual(120);
    for (const { id } of FAULTS) expect(cells.filter(({ fault }) => fault.id === id).length, id).toBeGreaterThan(1);
    for (const subject of SUBJECTS)
      for (const [state, moment] of statesOf(subject)) {
        const own = cells.filter((cell) => cell.subject === subject && cell.state === state).length;
        if ('untried' in moment) expect([own, moment.untried.length > 20], state).toEqual([0, true]);
        else expect(own, state).toBeGreaterThan(4);
      }
  });

  it('spreads a few cells over all faults, and finds cells by parts of their names', () => {
    const few = spread(cells, 30);
    expect(few).toHaveLength(30);
    expect(new Set(few.map(({ fault }) => fault.id)).size).toBe(Math.min(30, FAULTS.length));
    expect(new Set(few.map(({ subject, state }) => subject + state)).size).toBeGreaterThan(8);
    expect(spread(cells, 10_000)).toEqual(cells);
    expect(cellsNamed(cells, 'kill-api×run/measuring').map(({ id }) => id)).toEqual(['kill-api×run/measuring']);
    expect(cellsNamed(cells, '×task/').every(({ subject }) => subject === 'task')).toBe(true);
  });
});

describe('the tables of what was tried', () => {
  it('count outcomes, and say what went wrong', () => {
    const failed = { ...well, outcome: 'failed', code: 'agent-lost', sentence: 'It is away.', leaked: ['1 leases'] };
    const text = tablesOf(FAULTS, cells, [well, well, failed]);
    expect(text).toContain(
      `1 of ${cells.length} cells were tried on 2026-11-27, 3 times in all: 0 losses, 1 things left`,
    );
    expect(text).toContain('finished 2×, **failed: agent-lost; left** 1×');
    expect(text).toContain('- `agent-lost`: “It is away.”');
    expect(text).toContain(`- ${well.cell}: 1 leases`);
    expect(text).toContain('not tried');
  });

  it('stand in docs/reliability.md, with a row for each fault and a column for each state', () => {
    const text = readFileSync(DOCUMENT, 'utf8');
    for (const { title } of FAULTS) expect(text).toContain(`| ${title} |`);
    for (const subject of SUBJECTS) {
      const tried = statesOf(subject).flatMap(([state, moment]) => ('at' in moment ? [state] : []));
      expect(text, 'run npm run test:faults once').toContain(`| | ${tried.join(' | ')} |`);
    }
  });
});
