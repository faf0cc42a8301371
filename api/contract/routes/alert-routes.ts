import { z } from 'zod';
import { alert, alertList, changeAlert, listAlertsQuery } from '../alert.ts';
import { id } from '../primitives.ts';
import { route } from './route.ts';

const alertId = z.object({ alertId: id });

export const alertRoutes = {
  listAlerts: route({
    method: 'GET',
    url: '/api/v1/alerts',
    access: 'viewer',
    tag: 'benchmarks',
    summary: 'Changes of benchmarks: suspected, confirmed by an experiment, and what people said of them.',
    query: listAlertsQuery,
    reply: alertList,
  }),
  getAlert: route({
    method: 'GET',
    url: '/api/v1/alerts/:alertId',
    access: 'viewer',
    tag: 'benchmarks',
    summary: 'One change of a benchmark, with what became of it.',
    params: alertId,
    reply: alert,
  }),
  changeAlert: route({
    method: 'PATCH',
    url: '/api/v1/alerts/:alertId',
    access: 'operator',
    proof: 'session',
    tag: 'benchmarks',
    audit: { action: 'alert.decide', subject: 'alert', id: 'params.alertId', fields: ['action'] },
    summary: 'Acknowledge it, say that it is meant, mute it until a time, or take that back; always with a reason.',
    params: alertId,
    body: changeAlert,
    reply: alert,
  }),
} as const;
