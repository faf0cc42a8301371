import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Run } from '../contract/run.ts';
import { addArtifacts } from '../runs/store/artifacts.ts';
import { setStepProfiles } from '../runs/store/runs.ts';
import { closedStep, type FakeAgent, person, profileOf, specFor } from './fake-agent.ts';
import type { TestLab } from './test-lab.ts';

/** A finished run of one step with a CPU profile over 3 s whose file has these bytes. */
export async function profiledRun(lab: TestLab, agent: FakeAgent, file: Buffer) {
  const spec = specFor(agent.hostId, { tool: 'volley', steps: [closedStep(10, { profiles: ['cpu'] })] });
  const { body: created } = await person(lab)<Run>('POST', '/runs', { name: 'profiled', spec });
  await agent.obeyUntil(null, lab, created.id);
  const { client } = lab.lab.database;
  const sha256 = createHash('sha256').update(file).digest('hex');
  await lab.lab.blobs.put(sha256, Readable.from([file]), file.length);
  const owner = { runId: created.id, hostId: agent.hostId, commandId: null, stepIndex: 0, phase: 'measure' };
  const name = 'step-01-cpu.pb.gz';
  const ref = { name, kind: 'profile' as const, mediaType: 'application/gzip', sizeBytes: file.length, sha256 };
  await addArtifacts(client, owner, [ref], lab.lab.nowUs());
  const { id: artifactId } = await client.artifact.findFirstOrThrow({ where: { runId: created.id, name } });
  const { artifactName: _, ...figures } = profileOf('cpu');
  await setStepProfiles(client, created.id, 0, [{ ...figures, artifactId }]);
  return { runId: created.id, artifactId };
}
