import { z } from 'zod';
import { EXPORT_MEDIA_TYPES } from '../choices.ts';
import {
  changeExperiment,
  createExperiment,
  experimentDesign,
  experimentList,
  experimentSummary,
  listExperimentsQuery,
  shownExperiment,
} from '../experiment.ts';
import { exportFormat } from '../import.ts';
import { id, idempotencyHeaders } from '../primitives.ts';
import { route } from './route.ts';

const experimentId = z.object({ experimentId: id });

export const experimentRoutes = {
  listExperiments: route({
    method: 'GET',
    url: '/api/v1/experiments',
    access: 'viewer',
    tag: 'experiments',
    summary: 'Experiments, newest first, page by page.',
    query: listExperimentsQuery,
    reply: experimentList,
  }),
  createExperiment: route({
    method: 'POST',
    url: '/api/v1/experiments',
    access: 'operator',
    tag: 'experiments',
    audit: { action: 'experiment.create', subject: 'experiment', id: 'reply.id' },
    summary:
      'Plan an experiment, and run it at once where asked. Everything that decides it is fixed here. With an Idempotency-Key a repeated request answers with the same experiment.',
    headers: idempotencyHeaders,
    body: createExperiment,
    status: 201,
    reply: shownExperiment,
  }),
  designExperiment: route({
    method: 'POST',
    url: '/api/v1/experiment-designs',
    access: 'operator',
    tag: 'experiments',
    audit: { none: 'It plans, and keeps nothing.' },
    summary: 'What such an experiment could show and how long it would take. Nothing is kept.',
    body: createExperiment,
    reply: experimentDesign,
  }),
  getExperiment: route({
    method: 'GET',
    url: '/api/v1/experiments/:experimentId',
    access: 'viewer',
    tag: 'experiments',
    summary: 'One experiment with its rounds; its result once the last of them is over.',
    params: experimentId,
    reply: shownExperiment,
  }),
  getExperimentSummary: route({
    method: 'GET',
    url: '/api/v1/experiments/:experimentId/summary',
    access: 'viewer',
    tag: 'experiments',
    summary: 'What a list says of one experiment: much less to read than the experiment.',
    params: experimentId,
    reply: experimentSummary,
  }),
  startExperiment: route({
    method: 'POST',
    url: '/api/v1/experiments/:experimentId/start',
    access: 'operator',
    tag: 'experiments',
    audit: { action: 'experiment.start', subject: 'experiment', id: 'params.experimentId' },
    summary: 'Queue the first run of a planned experiment; the others follow by themselves.',
    params: experimentId,
    reply: shownExperiment,
  }),
  stopExperiment: route({
    method: 'POST',
    url: '/api/v1/experiments/:experimentId/stop',
    access: 'operator',
    tag: 'experiments',
    audit: { action: 'experiment.stop', subject: 'experiment', id: 'params.experimentId' },
    summary:
      'End it before its last round. The run under way is canceled; rounds that are whole are kept, and no claim is made.',
    params: experimentId,
    reply: shownExperiment,
  }),
  changeExperiment: route({
    method: 'PATCH',
    url: '/api/v1/experiments/:experimentId',
    access: 'operator',
    tag: 'experiments',
    audit: {
      action: 'experiment.change',
      subject: 'experiment',
      id: 'params.experimentId',
      fields: ['supersededById'],
    },
    summary: 'Write the finding, or say which later experiment supersedes it.',
    params: experimentId,
    body: changeExperiment,
    reply: shownExperiment,
  }),
  deleteExperiment: route({
    method: 'DELETE',
    url: '/api/v1/experiments/:experimentId',
    access: 'operator',
    proof: 'recent',
    tag: 'experiments',
    audit: { action: 'experiment.delete', subject: 'experiment', id: 'params.experimentId' },
    summary: 'Delete an experiment that is planned or done. Its runs stay.',
    params: experimentId,
    status: 204,
  }),
  exportExperiment: route({
    method: 'GET',
    url: '/api/v1/experiments/:experimentId/export',
    access: 'viewer',
    tag: 'experiments',
    summary: 'The experiment with its runs as a file.',
    params: experimentId,
    query: z.object({ format: exportFormat }),
    produces: Object.values(EXPORT_MEDIA_TYPES),
  }),
} as const;
