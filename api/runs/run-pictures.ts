import type { z } from 'zod';
import type { CpuMap, cpuMapQuery } from '../contract/cpu-map.ts';
import type { RunSeries } from '../contract/samples.ts';
import type { KeptAnswer } from '../platform/kept-answer.ts';
import type { Lab } from '../platform/lab.ts';
import { isTerminal } from '../rules/run/run-machine.ts';
import { KeptAnswers } from './kept-answers.ts';
import { readCpuMap } from './read-cpu-map.ts';
import { type AskedSeries, readDrawnSeries } from './read-series.ts';
import { framesState } from './store/read-frames.ts';
import { findRunState } from './store/runs.ts';

/**
 * What pictures of a run are drawn from. Of a run that is over it is derived once; frames that were spooled and come late
 * make it be derived anew.
 */
export class RunPictures {
  private readonly lab: Lab;
  private readonly answers = new KeptAnswers();

  constructor(lab: Lab) {
    this.lab = lab;
  }

  async series(runId: string, asked: AskedSeries, gone: AbortSignal): Promise<RunSeries | KeptAnswer> {
    const derive = (signal: AbortSignal) => readDrawnSeries(this.lab, runId, asked, signal);
    // Every reading of a run is asked for by programs, once.
    if (asked.rows === undefined) return derive(gone);
    return this.keptOr(runId, `series ${asked.rows} ${asked.afterUs} ${asked.toUs} ${runId}`, gone, derive);
  }

  async cpuMap(
    runId: string,
    hostId: string,
    asked: z.output<typeof cpuMapQuery>,
    gone: AbortSignal,
  ): Promise<CpuMap | KeptAnswer> {
    const question = `cpu-map ${asked.columns} ${asked.fromUs} ${asked.toUs} ${hostId} ${runId}`;
    return this.keptOr(runId, question, gone, (signal) => readCpuMap(this.lab, runId, hostId, asked, signal));
  }

  private async keptOr<T>(
    runId: string,
    question: string,
    gone: AbortSignal,
    derive: (gone: AbortSignal) => Promise<T>,
  ) {
    const { db } = this.lab.database;
    const state = await findRunState(db, runId);
    if (state === null || !isTerminal(state)) return derive(gone);
    return this.answers.of(question, await framesState(db, runId), gone, derive);
  }
}
