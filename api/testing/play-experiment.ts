import { abandonCommands, listPending } from '../agents/store/commands.ts';
import type { CreateExperiment, ExperimentDesign, ShownExperiment } from '../contract/experiment.ts';
import type { Run } from '../contract/run.ts';
import { releaseHost } from '../platform/store/leases.ts';
import { settle } from '../runs/drive/settle.ts';
import { savePoint } from '../runs/store/points.ts';
import { lockRun } from '../runs/store/runs.ts';
import { sweep } from '../sweep.ts';
import { closedStep, type FakeAgent, loadResult, person, specFor } from './fake-agent.ts';
import { samplePoint } from './sample-run.ts';
import type { TestLab } from './test-lab.ts';

/** Prefork off against on, three rounds, decided by the throughput of the only step; not started. */
export const preforkExperiment = (hostId: string, over: Partial<CreateExperiment> = {}): CreateExperiment => ({
  kind: 'comparison',
  question: 'Is prefork faster?',
  hypothesis: 'It is, as its processes share nothing.',
  baseline: { name: 'one process', spec: specFor(hostId, { steps: [closedStep(10)] }) },
  variants: [{ name: 'prefork', changes: [{ path: '/target/prefork', value: true }] }],
  rounds: 3,
  extensionRounds: null,
  primary: { metric: 'requestsPerSecond', stepIndex: 0 },
  marginPercent: 2,
  seed: 1,
  start: false,
  ...over,
});

/** What the runs of a configuration measure, by its index and the round: requests per second. */
export type Figures = (configuration: number, round: number) => number;
/** The same of more than one metric. */
export type PointFigures = (configuration: number, round: number) => Parameters<typeof samplePoint>[0];

/** Plays the agent of an experiment's only host. */
export class ExperimentPlay {
  readonly lab: TestLab;
  readonly agent: FakeAgent;

  constructor(lab: TestLab, agent: FakeAgent) {
    this.lab = lab;
    this.agent = agent;
  }

  call<T = ShownExperiment>(method: string, path = '', body?: unknown) {
    return person(this.lab)<T>(method, `/experiments${path}`, body);
  }

  async make(over: Partial<CreateExperiment> = {}): Promise<ShownExperiment> {
    const { status, body } = await this.call('POST', '', preforkExperiment(this.agent.hostId, over));
    if (status !== 201) throw new Error(`the experiment was refused: ${JSON.stringify(body)}`);
    return body;
  }

  async design(over: Partial<CreateExperiment> = {}): Promise<ExperimentDesign> {
    const asked = preforkExperiment(this.agent.hostId, over);
    return (await person(this.lab)<ExperimentDesign>('POST', '/experiment-designs', asked)).body;
  }

  read = async (id: string): Promise<ShownExperiment> => (await this.call('GET', `/${id}`)).body;

  /** Once it is over. On a busy machine it may be the sweep that ends it. */
  async readDone(id: string): Promise<ShownExperiment> {
    for (let attempt = 0; ; attempt++) {
      const experiment = await this.read(id);
      if (experiment.status === 'done' || attempt === 2) return experiment;
      await sweep(this.lab.lab);
    }
  }

  run = async (id: string): Promise<Run> => (await person(this.lab)<Run>('GET', `/runs/${id}`)).body;

  /** The place whose run is under way. On a busy machine it may be the sweep that queues it. */
  async underWay(id: string): Promise<ShownExperiment['slots'][number] & { runId: string }> {
    for (let attempt = 0; ; attempt++) {
      const { slots, status, waitingSentence } = await this.read(id);
      const slot = slots.find(({ runState }) => runState !== null && runState !== 'finished');
      if (slot?.runId) return { ...slot, runId: slot.runId };
      if (attempt === 2) throw new Error(`no run is under way, ${status}: ${waitingSentence} ${JSON.stringify(slots)}`);
      await this.agent.heartbeat(null);
      await sweep(this.lab.lab);
    }
  }

  /** Obeys until the run is over, and measures what the test gives it. */
  async finishRun(runId: string, requestsPerSecond: number): Promise<void> {
    for (;;) {
      const command = await this.agent.obeyUntil('drive-load', this.lab, runId);
      if (!command) return;
      const result = loadResult(Date.now() * 1000, { requestsPerSecond, requests: Math.round(requestsPerSecond * 5) });
      await this.agent.obey(command, { result });
    }
  }

  /** Obeys the first command of that kind with a failure of the whole run. */
  async failRun(runId: string): Promise<void> {
    const command = await this.agent.obeyUntil('start-target', this.lab, runId);
    if (!command) throw new Error('no target was to be started');
    const failure = { code: 'target-failed', sentence: 'The target did not start.' };
    await this.agent.obey(command, { status: 'failed', result: null, failure });
    await this.agent.obeyUntil(null, this.lab, runId);
  }

  /** So many runs, one after another, with the agent doing all that is asked. */
  async play(id: string, runs: number, figures: Figures): Promise<void> {
    for (let i = 0; i < runs; i++) {
      const { runId, configuration, round } = await this.underWay(id);
      await this.finishRun(runId, figures(configuration, round));
    }
  }

  /** The same without the agent: each run ends as if it had measured this, for what only needs runs that are over. */
  async skip(id: string, runs: number, figures: Figures | PointFigures): Promise<void> {
    for (let i = 0; i < runs; i++) {
      const { runId, configuration, round } = await this.underWay(id);
      const measured = figures(configuration, round);
      await this.endRun(runId, typeof measured === 'number' ? { requestsPerSecond: measured } : measured);
    }
  }

  private async endRun(runId: string, measured: Parameters<typeof samplePoint>[0]): Promise<void> {
    const { lab } = this.lab;
    await lab.database.transaction(async (tx) => {
      await lockRun(tx, runId);
      const pending = await listPending(tx, runId);
      await abandonCommands(
        tx,
        pending.map(({ commandId }) => commandId),
      );
      await releaseHost(tx, runId, this.agent.hostId);
      const { distribution: _, rounded: __, ...point } = samplePoint(measured);
      await savePoint(tx, runId, 0, point, null, false);
      await tx.step.updateMany({ where: { runId }, data: { status: 'measured' } });
      const endedAtUs = lab.nowUs();
      await tx.run.update({ where: { id: runId }, data: { state: 'finished', wakeAtUs: null, endedAtUs } });
    });
    await settle(lab, [{ runId, state: 'finished', wakeAtUs: null, wakesQueue: true, awaitsPoint: false }]);
  }
}
