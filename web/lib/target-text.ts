import type { RunSpec, RunStep } from '../api/types';
import { formatCount } from './format';

export const modeText = (target: RunSpec['target']): string => (target.prefork ? 'prefork' : 'one process');

/** 'prefork, 4 workers', 'one process, one worker per CPU'. */
export function workersText(target: RunSpec['target']): string {
  const mode = modeText(target);
  if (target.workers === null) return `${mode}, one worker per CPU`;
  return `${mode}, ${formatCount(target.workers)} ${target.workers === 1 ? 'worker' : 'workers'}`;
}

export const pathOf = (spec: RunSpec): string => spec.requests.map((request) => request.path).join(', ');

/** '100 connections', with the depth where there is one. */
export function loadText(step: RunStep['spec']): string {
  const deep = step.pipelining > 1 ? ` × ${formatCount(step.pipelining)} deep` : '';
  return `${formatCount(step.connections)} ${step.connections === 1 ? 'connection' : 'connections'}${deep}`;
}

export const LOOP_TEXT = {
  closed: 'closed loop: service time',
  synthetic: 'closed loop, corrected afterwards',
  open: 'open loop: response time',
} as const;
