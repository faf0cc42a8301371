import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeInTurn } from '../../judge-in-turn.ts';
import { sweepAlone } from '../../sweep.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
import { Leader } from './leader.ts';

let lab: TestLab;
let [one, other]: [Leader, Leader] = [undefined as never, undefined as never];
const never = new AbortController().signal;

beforeAll(async () => {
  lab = await openLab();
  [one, other] = [new Leader(lab.databaseUrl), new Leader(lab.databaseUrl)];
});
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await lab.close();
});

/** Work that goes on until it is told to end. */
function open() {
  let end: () => void = () => {};
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async (lost: AbortSignal): Promise<boolean> => {
    begin();
    await ended;
    return lost.aborted;
  };
  return { begun, end: () => end(), work };
}

/** Ends the connections that hold a lock, as the end of their process or machine would. Those of this database: other tests share the server. */
async function breakOff(): Promise<void> {
  await lab.lab.database.db.$queryRaw`
    SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.locktype = 'advisory' AND d.datname = current_database() AND l.pid <> pg_backend_pid()`;
}

it('is done by one of two, and by the other afterwards', async () => {
  const { begun, end, work } = open();
  const held = one.attempt('count', work);
  await begun;
  expect(await other.attempt('count', async () => 2)).toBeNull();
  expect(await one.attempt('count', async () => 2)).toBeNull();
  expect(await other.attempt('something else', async () => 3)).toEqual({ done: 3 });
  end();
  expect(await held).toEqual({ done: false });
  expect(await other.attempt('count', async () => 2)).toEqual({ done: 2 });
});

it('is free again after work that failed', async () => {
  await expect(one.attempt('fail', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await other.attempt('fail', async () => 1)).toEqual({ done: 1 });
});

it('tells who holds it when the lock broke off, and goes to the next', async () => {
  const { begun, end, work } = open();
  const held = one.attempt('break', work);
  await begun;
  const next = other.inTurn('break', never, async () => 'next');
  await breakOff();
  expect(await next).toEqual({ done: 'next' });
  end();
  expect(await held).toEqual({ done: true });
});

it('waits no longer than its process runs', async () => {
  const { begun, end, work } = open();
  const held = one.attempt('stop', work);
  await begun;
  const stopping = new AbortController();
  const waiting = other.inTurn('stop', stopping.signal, async () => 1);
  stopping.abort();
  expect(await waiting).toBeNull();
  end();
  await held;
});

/** A lab that would fail at its first look at the database. */
const blind = () => ({ ...lab.lab, leader: other, database: undefined as never });

it('keeps a second sweep away', async () => {
  const { begun, end, work } = open();
  const held = one.attempt('sweep', work);
  await begun;
  await sweepAlone(blind());
  end();
  await held;
  await expect(sweepAlone(blind())).rejects.toThrow();
});

it('keeps a second judging of stored runs away', async () => {
  const { begun, end, work } = open();
  const held = one.attempt('judge stored runs', work);
  await begun;
  const faults: string[] = [];
  const judging = judgeInTurn(blind(), never, (what) => () => void faults.push(what));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(faults).toEqual([]);
  end();
  await Promise.all([held, judging]);
  expect(faults).toContain('judging stored runs');
});
