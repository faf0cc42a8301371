import { z } from 'zod';
import {
  changeLaunchLimit,
  cloudStatus,
  createLaunch,
  launch,
  launchLimit,
  launchList,
  launchPreview,
  listLaunchesQuery,
} from '../launch.ts';
import { id, idempotencyHeaders } from '../primitives.ts';
import { route } from './route.ts';

const launchId = z.object({ launchId: id });

export const launchRoutes = {
  getCloud: route({
    method: 'GET',
    url: '/api/v1/cloud',
    access: 'viewer',
    tag: 'launches',
    summary: 'Whether this instance can launch hosts in Amazon EC2.',
    reply: cloudStatus,
  }),
  listLaunches: route({
    method: 'GET',
    url: '/api/v1/launches',
    access: 'viewer',
    tag: 'launches',
    summary: 'Everything that was ever launched, newest first, with its state and its cost so far.',
    query: listLaunchesQuery,
    reply: launchList,
  }),
  getLaunch: route({
    method: 'GET',
    url: '/api/v1/launches/:launchId',
    access: 'viewer',
    tag: 'launches',
    summary: 'One launch.',
    params: launchId,
    reply: launch,
  }),
  previewLaunch: route({
    method: 'POST',
    url: '/api/v1/launches/preview',
    access: 'operator',
    tag: 'launches',
    audit: { none: 'It asks AWS, and launches nothing.' },
    summary: 'Ask AWS about quotas, offerings and prices of a launch. Nothing is launched.',
    body: createLaunch,
    reply: launchPreview,
  }),
  createLaunch: route({
    method: 'POST',
    url: '/api/v1/launches',
    access: 'operator',
    tag: 'launches',
    audit: {
      action: 'launch.create',
      subject: 'launch',
      id: 'reply.id',
      fields: ['spec.region', 'spec.ttlMinutes', 'spec.keepMinutes', 'spec.budgetMicroUsd'],
    },
    summary:
      'Launch hosts, or take a kept launch of the same shape that is free. Its hosts can be named in runs at once. With an Idempotency-Key a repeated request answers with the same launch.',
    headers: idempotencyHeaders,
    body: createLaunch,
    status: 201,
    reply: launch,
  }),
  endLaunch: route({
    method: 'POST',
    url: '/api/v1/launches/:launchId/end',
    access: 'operator',
    tag: 'launches',
    audit: { action: 'launch.end', subject: 'launch', id: 'params.launchId' },
    summary: 'Cancel the runs that use it, and terminate its hosts.',
    params: launchId,
    reply: launch,
  }),
  endAllLaunches: route({
    method: 'POST',
    url: '/api/v1/launches/end-all',
    access: 'admin',
    tag: 'launches',
    audit: { action: 'launch.end-all', subject: 'instance' },
    summary: 'End every launch.',
    reply: launchList,
  }),
  getLaunchLimit: route({
    method: 'GET',
    url: '/api/v1/launch-limit',
    access: 'viewer',
    tag: 'launches',
    summary: 'How many hosts may be launched at once, and at what price an hour, with those in use.',
    reply: launchLimit,
  }),
  changeLaunchLimit: route({
    method: 'PUT',
    url: '/api/v1/launch-limit',
    access: 'admin',
    tag: 'launches',
    audit: { action: 'launch-limit.change', subject: 'instance', fields: ['mostInstances', 'mostMicroUsdPerHour'] },
    summary: 'Change that. What is launched already goes on.',
    body: changeLaunchLimit,
    reply: launchLimit,
  }),
} as const;
