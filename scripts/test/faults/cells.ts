import { type Moment, SUBJECTS, type Subject, statesOf } from './states.ts';

/** What a fault says of itself; how it is done is in faults.mjs. */
export interface FaultKind {
  id: string;
  /** What its row is called. */
  title: string;
  how: string;
  undone: string;
  /** How long it lasts: a moment, as long as processes are stopped or networks cut, seconds of its own, or until what it strikes is over. */
  lasts: 'moment' | 'stop' | 'cut' | 'some-seconds' | 'to-the-end';
  /** What the API has to be started as. */
  api: 'one' | 'with-own-clock' | 'two';
  /** The states in which there is something for it to strike. */
  meets: (subject: Subject, state: string) => boolean;
}

export type Way = Exclude<Moment, { untried: string }>;

/** One fault in one state. */
export interface Cell {
  id: string;
  fault: FaultKind;
  subject: Subject;
  state: string;
  moment: Way;
}

const isTried = (moment: Moment): moment is Way => 'at' in moment;

/** Every cell there is, in the order in which they are tried: what takes long comes last, and cells of one kind of API together. */
export function allCells(faults: readonly FaultKind[]): Cell[] {
  const cells = faults.flatMap((fault) =>
    SUBJECTS.flatMap((subject) =>
      statesOf(subject).flatMap(([state, moment]) =>
        isTried(moment) && fault.meets(subject, state)
          ? [{ id: `${fault.id}×${subject}/${state}`, fault, subject, state, moment }]
          : [],
      ),
    ),
  );
  return cells.sort((a, b) => costOf(a) - costOf(b));
}

const LASTS: FaultKind['lasts'][] = ['moment', 'to-the-end', 'some-seconds', 'cut', 'stop'];
const costOf = ({ fault }: Cell): number =>
  LASTS.indexOf(fault.lasts) * 10 + ['one', 'with-own-clock', 'two'].indexOf(fault.api);

/** `kill-api×measuring`, `×run/measuring`, `stop-agent×`: parts of the names of fault and state, either of them empty for all. */
export function cellsNamed(cells: Cell[], name: string): Cell[] {
  const [fault = '', state = ''] = name.split(/[×:]/);
  return cells.filter((cell) => cell.fault.id.includes(fault) && `${cell.subject}/${cell.state}`.includes(state));
}

/** As many as asked, spread over all faults and states: of each fault the next state in turn. */
export function spread(cells: Cell[], count: number): Cell[] {
  const faults = [...new Set(cells.map(({ fault }) => fault.id))];
  const chosen = new Set<Cell>();
  for (let round = 0; chosen.size < Math.min(count, cells.length); round++) {
    for (const [at, id] of faults.entries()) {
      const own = cells.filter(({ fault }) => fault.id === id);
      const left = [...own.slice((round * 5 + at * 3) % own.length), ...own].find((cell) => !chosen.has(cell));
      if (left && chosen.size < count) chosen.add(left);
    }
  }
  return cells.filter((cell) => chosen.has(cell));
}
