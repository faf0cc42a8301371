import { z } from 'zod';
import { health, readiness, session, signInLink } from '../account.ts';
import { instance } from '../instance.ts';
import { COMMAND_LINE_PLATFORMS } from '../limits.ts';
import { route } from './route.ts';

export const serviceRoutes = {
  getHealth: route({
    method: 'GET',
    url: '/api/v1/health',
    access: 'public',
    tag: 'service',
    summary: 'The process is alive.',
    reply: health,
  }),
  getReadiness: route({
    method: 'GET',
    url: '/api/v1/ready',
    access: 'public',
    tag: 'service',
    summary: 'The database answers, and the disk has room.',
    reply: readiness,
  }),
  getMetrics: route({
    method: 'GET',
    url: '/api/v1/metrics',
    access: 'viewer',
    tag: 'service',
    summary:
      'Figures of the moment for Prometheus: the newest point of each benchmark, alerts, and how the instance is.',
    produces: ['text/plain'],
  }),
  getInstance: route({
    method: 'GET',
    url: '/api/v1/instance',
    access: 'admin',
    tag: 'service',
    summary: 'How this instance is, part by part; versions of its agents, and how long it keeps what.',
    reply: instance,
  }),
  getSession: route({
    method: 'GET',
    url: '/api/v1/session',
    access: 'viewer',
    tag: 'service',
    summary: 'Who is calling.',
    reply: session,
  }),
  getCommandLine: route({
    method: 'GET',
    url: '/api/v1/command-line/:platform',
    access: 'operator',
    tag: 'service',
    summary: 'The program `millionrps`. An instance in a checkout builds it first, which takes a minute or two.',
    params: z.object({
      /** Of the machine that is to run it; `darwin` is macOS. */
      platform: z.enum(COMMAND_LINE_PLATFORMS),
    }),
    produces: ['application/octet-stream'],
  }),
  createSignInLink: route({
    method: 'POST',
    url: '/api/v1/sign-in-links',
    access: 'preset',
    tag: 'service',
    audit: { action: 'sign-in-link.create', subject: 'instance' },
    summary: 'A link that signs the administrator in, once. `npm start` and `npm run sign-in-link` print one.',
    status: 201,
    reply: signInLink,
  }),
} as const;
