import type { Readable } from 'node:stream';
import { routes } from '../contract/routes.ts';
import { answerHostTask } from '../hosts/answer-host-task.ts';
import type { Caller } from '../people/caller.ts';
import { AppError } from '../platform/app-error.ts';
import { closedSignal } from '../platform/http/closed-signal.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { statedBytes } from '../platform/http/stated-bytes.ts';
import { keepUpload } from '../runs/blobs.ts';
import { openBody } from '../runs/request-bodies.ts';
import { FrameIntake } from './frame-intake.ts';
import { Heartbeats } from './heartbeats.ts';
import { helloAgent } from './hello-agent.ts';
import { joinAgent, refuseUselessToken } from './join-agent.ts';
import { Polls } from './poll-commands.ts';
import type { AgentRecord } from './store/agents.ts';
import { takeReports } from './take-reports.ts';

export function agentRoutes(doors: Doors): void {
  const { lab } = doors;
  const intake = new FrameIntake(lab);
  const heartbeats = new Heartbeats(lab);
  const polls = new Polls(lab);
  mount(doors, routes.joinAgent, ({ body, recording }) => joinAgent(lab, body, recording), {
    // A stranger's facts are not read.
    beforeBody: (body) => refuseUselessToken(lab, body),
  });
  mount(doors, routes.helloAgent, ({ body, caller }) => helloAgent(lab, agentOf(caller), body));
  mount(doors, routes.heartbeatAgent, ({ body, caller }) => heartbeats.beat(agentOf(caller), body));

  const stopping = new AbortController();
  doors.app.addHook('preClose', async () => {
    stopping.abort();
    await intake.stop();
  });
  mount(doors, routes.pollAgent, ({ body, caller, reply }) =>
    polls.poll(agentOf(caller), body, { closed: closedSignal(reply), stopping: stopping.signal }),
  );

  mount(doors, routes.answerHostTask, async ({ params, body, caller }) => {
    await answerHostTask(lab, agentOf(caller), params.taskId, body);
    return undefined;
  });

  mount(doors, routes.reportAgent, async ({ body, caller }) => ({
    acknowledgedSequence: await takeReports(lab, intake, agentOf(caller), body.incarnationId, body.entries),
  }));

  mount(doors, routes.getRequestBody, async ({ params, caller, reply }) => {
    reply.header('content-type', 'application/octet-stream').send(await openBody(lab, agentOf(caller), params.sha256));
    return undefined;
  });

  mount(doors, routes.putBlob, async ({ params, caller, request }) => {
    await keepUpload(lab, agentOf(caller), params.sha256, request.body as Readable, statedBytes(request));
    return undefined;
  });
}

function agentOf(caller: Caller): AgentRecord {
  if (!caller.agent) throw new AppError('not-signed-in', 'Only an agent may do this.');
  return caller.agent;
}
