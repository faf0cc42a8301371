import { routes } from '../contract/routes.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { sendFile } from '../platform/http/send-file.ts';
import { exportExperiment } from '../runs/exports.ts';
import { changeExperiment, deleteExperiment } from './change-experiment.ts';
import { createExperiment, designOfExperiment } from './create-experiment.ts';
import { getExperiment } from './get-experiment.ts';
import { listExperiments, summaryOfExperiment } from './list-experiments.ts';
import { startExperiment, stopExperiment } from './start-experiment.ts';

export function experimentRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.listExperiments, ({ query }) => listExperiments(lab, query));
  mount(doors, routes.createExperiment, ({ body, headers, caller }) =>
    createExperiment(lab, body, {
      byName: caller.person?.name ?? null,
      idempotencyKey: headers['idempotency-key'] ?? null,
    }),
  );
  mount(doors, routes.designExperiment, ({ body }) => designOfExperiment(lab, body));
  mount(doors, routes.getExperiment, ({ params }) => getExperiment(lab, params.experimentId));
  mount(doors, routes.getExperimentSummary, ({ params }) => summaryOfExperiment(lab, params.experimentId));
  mount(doors, routes.startExperiment, ({ params }) => startExperiment(lab, params.experimentId));
  mount(doors, routes.stopExperiment, ({ params, caller }) =>
    stopExperiment(lab, params.experimentId, caller.person?.name ?? null),
  );
  mount(doors, routes.changeExperiment, ({ params, body, caller }) =>
    changeExperiment(lab, params.experimentId, body, caller.person?.name ?? null),
  );
  mount(doors, routes.deleteExperiment, async ({ params }) => {
    await deleteExperiment(lab, params.experimentId);
    return undefined;
  });
  mount(doors, routes.exportExperiment, async ({ params, query, reply }) => {
    sendFile(reply, await exportExperiment(lab, params.experimentId, query.format));
    return undefined;
  });
}
