import type { Readable } from 'node:stream';
import { routes } from '../contract/routes.ts';
import { personOf } from '../people/account-routes.ts';
import { authorise } from '../people/caller.ts';
import { closedSignal } from '../platform/http/closed-signal.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { sendFile } from '../platform/http/send-file.ts';
import { sendKept } from '../platform/http/send-kept.ts';
import { statedBytes } from '../platform/http/stated-bytes.ts';
import { ActiveRunList } from './active-runs.ts';
import { annotateRun, changeAnnotation, deleteAnnotation, readAnnotationRights } from './annotate-run.ts';
import { downloadArtifact } from './blobs.ts';
import { compareProfiles } from './compare-profiles.ts';
import { compareRuns } from './compare-runs.ts';
import { cancelRun } from './drive/cancel-run.ts';
import { createRun, planRun } from './drive/create-run.ts';
import { deleteRun, undeleteRun } from './drive/delete-run.ts';
import { streamRun } from './event-stream.ts';
import { exportComparison, exportRun } from './exports.ts';
import { getRun } from './get-run.ts';
import { labelRun } from './label-run.ts';
import { listDeletedRuns, runFacets } from './list-runs.ts';
import { pinBaseline, readBaseline, unpinBaseline } from './pin-baseline.ts';
import { readHistograms } from './read-histograms.ts';
import { readInterrupts } from './read-interrupts.ts';
import { readLatencyOverTime } from './read-latency-over-time.ts';
import { readProfileTree } from './read-profile.ts';
import { readSnapshots } from './read-snapshots.ts';
import { keepBody } from './request-bodies.ts';
import { changeRetention, readStorage } from './retention.ts';
import { RunFeeds } from './run-feed.ts';
import { RunLists } from './run-lists.ts';
import { RunPictures } from './run-pictures.ts';
import { searchNames } from './search-names.ts';
import { specSchema } from './spec-schema.ts';
import { keeperOf, readerOf } from './views/reader.ts';

export function runRoutes(doors: Doors): void {
  const { lab, signIn } = doors;
  const lists = new RunLists(lab);
  mount(doors, routes.listRuns, async ({ query, caller, request, reply }) =>
    sendKept(request, reply, await lists.runs(query, readerOf(caller), closedSignal(reply))),
  );
  const active = new ActiveRunList(lab);
  mount(doors, routes.listActiveRuns, ({ query }) => active.since(query.since ?? null));
  mount(doors, routes.listRunGroups, async ({ query, caller, request, reply }) =>
    sendKept(request, reply, await lists.groups(query, readerOf(caller), closedSignal(reply))),
  );
  mount(doors, routes.listRunPoints, async ({ query, caller, request, reply }) =>
    sendKept(request, reply, await lists.points(query, readerOf(caller), closedSignal(reply))),
  );
  mount(doors, routes.createRun, ({ body, headers, caller }) =>
    createRun(lab, body, { byName: caller.person?.name ?? null, idempotencyKey: headers['idempotency-key'] ?? null }),
  );
  mount(doors, routes.planRun, ({ body }) => planRun(lab, body));
  mount(doors, routes.getSpecSchema, async ({ params, reply }) => {
    reply.type('application/schema+json').send(specSchema(params.kind, lab.publicUrl));
    return undefined;
  });
  mount(doors, routes.getRun, ({ params }) => getRun(lab, params.runId));
  mount(doors, routes.getRunSnapshots, ({ params }) => readSnapshots(lab, params.runId));
  mount(doors, routes.getRunHistograms, ({ params }) => readHistograms(lab, params.runId));
  mount(doors, routes.getLatencyOverTime, ({ params, query }) =>
    readLatencyOverTime(lab, params.runId, query.stepIndex),
  );
  mount(doors, routes.searchNames, ({ query, caller }) => searchNames(lab, query.text ?? '', keeperOf(caller)));
  mount(doors, routes.getRunFacets, () => runFacets(lab));
  mount(doors, routes.labelRun, ({ params, body }) => labelRun(lab, params.runId, body));
  mount(doors, routes.getAnnotationRights, ({ params, caller }) =>
    readAnnotationRights(lab, params.runId, personOf(caller)),
  );
  mount(doors, routes.annotateRun, ({ params, body, caller }) =>
    annotateRun(lab, params.runId, body, personOf(caller)),
  );
  mount(doors, routes.changeAnnotation, ({ params, body, caller }) =>
    changeAnnotation(lab, params, body, personOf(caller)),
  );
  mount(doors, routes.removeAnnotation, ({ params, caller }) => deleteAnnotation(lab, params, personOf(caller)));
  mount(doors, routes.getRunBaseline, ({ params }) => readBaseline(lab, params.runId));
  mount(doors, routes.pinBaseline, ({ params, caller }) => pinBaseline(lab, params.runId, caller.person?.name ?? null));
  mount(doors, routes.unpinBaseline, ({ params }) => unpinBaseline(lab, params.runId));
  mount(doors, routes.deleteRun, ({ params }) => deleteRun(lab, params.runId));
  mount(doors, routes.undeleteRun, ({ params }) => undeleteRun(lab, params.runId));
  mount(doors, routes.listDeletedRuns, ({ query }) => listDeletedRuns(lab, query));
  mount(doors, routes.cancelRun, ({ params }) => cancelRun(lab, params.runId));
  const pictures = new RunPictures(lab);
  mount(doors, routes.getRunSeries, async ({ params, query, request, reply }) =>
    sendKept(request, reply, await pictures.series(params.runId, query, closedSignal(reply))),
  );
  mount(doors, routes.getCpuMap, async ({ params, query, request, reply }) =>
    sendKept(request, reply, await pictures.cpuMap(params.runId, params.hostId, query, closedSignal(reply))),
  );
  mount(doors, routes.getRunInterrupts, ({ params }) => readInterrupts(lab, params.runId));
  mount(doors, routes.compareRuns, ({ query }) =>
    compareRuns(lab, query.runs.split(',').filter(Boolean), query.baseline || null),
  );
  mount(doors, routes.exportRun, async ({ params, query, reply }) => {
    sendFile(reply, await exportRun(lab, params.runId, query.format));
    return undefined;
  });
  mount(doors, routes.exportComparison, async ({ query, reply }) => {
    const runIds = query.runs.split(',').filter(Boolean);
    sendFile(reply, await exportComparison(lab, runIds, query.baseline || null, query.format));
    return undefined;
  });
  mount(doors, routes.getStorage, () => readStorage(lab));
  mount(doors, routes.changeRetention, ({ body, caller }) =>
    changeRetention(lab, body.samplesDays, caller.person?.name ?? 'Administrator'),
  );
  const feeds = new RunFeeds(lab);
  mount(doors, routes.streamRunEvents, ({ params, query, headers, request, reply }) =>
    streamRun(
      feeds,
      params.runId,
      {
        lastEventId: headers['last-event-id'] ?? query.lastEventId,
        rows: query.rows,
        inParts: query.changes === 'parts',
        mayStay: () => authorise(lab, signIn, routes.streamRunEvents, request),
      },
      reply,
    ),
  );

  mount(doors, routes.putRequestBody, async ({ params, request }) => {
    await keepBody(lab, params.sha256, request.body as Readable, statedBytes(request));
    return undefined;
  });
  mount(doors, routes.compareProfiles, ({ query }) => compareProfiles(lab, query.baseline, query.other));
  mount(doors, routes.getProfileTree, ({ params }) => readProfileTree(lab, params.runId, params.artifactId));
  mount(doors, routes.getArtifact, async ({ params, reply }) => {
    const found = await downloadArtifact(lab, params.runId, params.artifactId);
    if ('url' in found) return reply.header('cache-control', 'no-store').redirect(found.url, 302);
    const { fileName, file } = found;
    reply
      // An agent's word, on which a browser is never to act: the rules of every answer see to that.
      .header('content-type', file.mediaType)
      .header('content-length', file.sizeBytes)
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(file.bytes);
    return undefined;
  });
}
