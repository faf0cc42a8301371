import { z } from 'zod';
import { changeHost, host, hostList, hostStates, joinToken, programList } from '../host.ts';
import { doctorReport, planRequest } from '../host-task.ts';
import { id } from '../primitives.ts';
import { snapshot, tuningPlan } from '../tuning.ts';
import { route } from './route.ts';

const hostId = z.object({ hostId: id });

export const hostRoutes = {
  listHosts: route({
    method: 'GET',
    url: '/api/v1/hosts',
    access: 'viewer',
    tag: 'hosts',
    summary: 'Enrolled hosts with their facts and status.',
    reply: hostList,
  }),
  listHostStates: route({
    method: 'GET',
    url: '/api/v1/host-states',
    access: 'viewer',
    tag: 'hosts',
    summary: 'Enrolled hosts with their status, without their facts: for whoever asks every few seconds.',
    reply: hostStates,
  }),
  getHost: route({
    method: 'GET',
    url: '/api/v1/hosts/:hostId',
    access: 'viewer',
    tag: 'hosts',
    summary: 'One host.',
    params: hostId,
    reply: host,
  }),
  planTuning: route({
    method: 'POST',
    url: '/api/v1/hosts/:hostId/plan',
    access: 'operator',
    tag: 'hosts',
    summary: 'Ask the agent which file would get which value, and what cannot be changed. Nothing is touched.',
    params: hostId,
    body: planRequest,
    reply: tuningPlan,
  }),
  examineHost: route({
    method: 'POST',
    url: '/api/v1/hosts/:hostId/doctor',
    access: 'viewer',
    tag: 'hosts',
    summary: 'Ask the agent what is missing or harmful on its host, each with the line that mends it.',
    params: hostId,
    reply: doctorReport,
  }),
  readHostSettings: route({
    method: 'POST',
    url: '/api/v1/hosts/:hostId/snapshot',
    access: 'viewer',
    tag: 'hosts',
    summary: 'Ask the agent for the present value of everything that can be tuned.',
    params: hostId,
    reply: snapshot,
  }),
  restoreHost: route({
    method: 'POST',
    url: '/api/v1/hosts/:hostId/restore',
    access: 'operator',
    tag: 'hosts',
    summary: 'Ask the agent to put back what its journal still holds; a host that reads back as before is ready again.',
    params: hostId,
    reply: host,
  }),
  upgradeAgent: route({
    method: 'POST',
    url: '/api/v1/hosts/:hostId/upgrade-agent',
    access: 'admin',
    tag: 'hosts',
    summary:
      'Have the agent replace itself by the program that this instance hands out. How it ended is in `facts.upgrades.last` later.',
    params: hostId,
    reply: host,
  }),
  listPrograms: route({
    method: 'GET',
    url: '/api/v1/programs',
    access: 'viewer',
    tag: 'hosts',
    summary: 'Agents that this instance hands out, for the architectures of hosts that can be upgraded.',
    reply: programList,
  }),
  clearDirtyHost: route({
    method: 'POST',
    url: '/api/v1/hosts/:hostId/clear-dirty',
    access: 'operator',
    tag: 'hosts',
    summary: 'A person vouches for a dirty host.',
    params: hostId,
    reply: host,
  }),
  changeHost: route({
    method: 'PATCH',
    url: '/api/v1/hosts/:hostId',
    access: 'admin',
    tag: 'hosts',
    summary: 'Rename a host. Runs keep the name it had.',
    params: hostId,
    body: changeHost,
    reply: host,
  }),
  removeHost: route({
    method: 'DELETE',
    url: '/api/v1/hosts/:hostId',
    access: 'admin',
    tag: 'hosts',
    summary: "Revoke the agent's credential and take the host off the list. Runs keep their copy of it.",
    params: hostId,
    status: 204,
  }),
  createJoinToken: route({
    method: 'POST',
    url: '/api/v1/join-tokens',
    access: 'admin',
    tag: 'hosts',
    summary: 'A token with which one agent may join.',
    status: 201,
    reply: joinToken,
  }),
} as const;
