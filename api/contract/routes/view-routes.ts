import { z } from 'zod';
import { id } from '../primitives.ts';
import { changedRunView, newRunView, runFavourite, runView, runViews } from '../run-view.ts';
import { route } from './route.ts';

const runId = z.object({ runId: id });
const viewId = z.object({ viewId: id });

/** What a person keeps of the list of runs. The preset token belongs to no person: it has neither favourites nor views. */
export const viewRoutes = {
  getRunFavourite: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/favourite',
    access: 'viewer',
    tag: 'runs',
    summary: 'Whether the run is a favourite of whoever asks.',
    params: runId,
    reply: runFavourite,
  }),
  favourRun: route({
    method: 'PUT',
    url: '/api/v1/runs/:runId/favourite',
    access: 'viewer',
    proof: 'session',
    tag: 'runs',
    audit: { none: 'A mark that only its owner sees.' },
    summary: 'Make the run a favourite of one’s own, at most 1,000. Only you see it. Idempotent.',
    params: runId,
    reply: runFavourite,
  }),
  unfavourRun: route({
    method: 'DELETE',
    url: '/api/v1/runs/:runId/favourite',
    access: 'viewer',
    proof: 'session',
    tag: 'runs',
    audit: { none: 'A mark that only its owner sees.' },
    summary: 'The run is no favourite of one’s own any more. Idempotent.',
    params: runId,
    reply: runFavourite,
  }),
  listRunViews: route({
    method: 'GET',
    url: '/api/v1/run-views',
    access: 'viewer',
    tag: 'runs',
    summary: 'Saved views of the list of runs: one’s own, and those that others share.',
    reply: runViews,
  }),
  saveRunView: route({
    method: 'POST',
    url: '/api/v1/run-views',
    access: 'viewer',
    proof: 'session',
    tag: 'runs',
    audit: { none: 'A view filters a list: no run and no right changes with it.' },
    summary: 'Save a view of the list of runs, at most 50 of one’s own. To share it with everybody takes an operator.',
    body: newRunView,
    status: 201,
    reply: runView,
  }),
  changeRunView: route({
    method: 'PATCH',
    url: '/api/v1/run-views/:viewId',
    access: 'viewer',
    proof: 'session',
    tag: 'runs',
    audit: { none: 'A view filters a list: no run and no right changes with it.' },
    summary: 'Change the name, the query or the sharing of a view: its owner may; of a shared one operators alone.',
    params: viewId,
    body: changedRunView,
    reply: runView,
  }),
  deleteRunView: route({
    method: 'DELETE',
    url: '/api/v1/run-views/:viewId',
    access: 'viewer',
    proof: 'session',
    tag: 'runs',
    audit: { none: 'A view filters a list: no run and no right changes with it.' },
    summary: 'Delete a view: its owner may, and an administrator any that is shared.',
    params: viewId,
    status: 204,
  }),
} as const;
