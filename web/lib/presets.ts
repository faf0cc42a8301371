export interface StepDraft {
  connections: string;
  pipelining: string;
  durationSeconds: string;
}

export interface Preset {
  id: string;
  label: string;
  warmupSeconds: string;
  pauseSeconds: string;
  steps: StepDraft[];
}

export const newStep = (connections: number, durationSeconds: number): StepDraft => ({
  connections: String(connections),
  pipelining: '1',
  durationSeconds: String(durationSeconds),
});

const ramp = (connections: number[], durationSeconds: number): StepDraft[] =>
  connections.map((count) => newStep(count, durationSeconds));

export const PRESETS: Preset[] = [
  { id: 'quick', label: 'Quick look: 10, 50 × 5 s', warmupSeconds: '1', pauseSeconds: '1', steps: ramp([10, 50], 5) },
  {
    id: 'small',
    label: 'Small machine: 10, 25, 50, 100 × 10 s',
    warmupSeconds: '2',
    pauseSeconds: '1',
    steps: ramp([10, 25, 50, 100], 10),
  },
  {
    id: 'steady',
    label: '1,000/2,000/5,000 × 30 s',
    warmupSeconds: '5',
    pauseSeconds: '3',
    steps: ramp([1000, 2000, 5000], 30),
  },
  {
    id: 'wide',
    label: '100 … 10,000 × 20 s, pause 3 s',
    warmupSeconds: '3',
    pauseSeconds: '3',
    steps: ramp([100, 500, 1000, 2000, 5000, 10_000], 20),
  },
];
