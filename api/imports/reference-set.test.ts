import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportResult } from '../contract/import.ts';
import { importFormat } from '../contract/imported.ts';
import type { RunList } from '../contract/run-list.ts';
import { person } from '../testing/fake-agent.ts';
import { countImported } from '../testing/import-files.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let ask: ReturnType<typeof person>;
beforeAll(async () => {
  lab = await openLab();
  ask = person(lab);
});
afterAll(() => lab.close());

describe('the reference set', () => {
  it('is imported by one call, is known the second time, and leads to baseline against pinned', async () => {
    const first = await ask<ImportResult>('POST', '/imports/journal');
    expect(first.status).toBe(200);
    expect(first.body.runs).toHaveLength(17);
    const names = Object.fromEntries(first.body.runs.map(({ name, runId }) => [name, runId]));
    expect(first.body.comparison).toEqual({
      runIds: [names['08 baseline'], names['08 IRQs pinned']],
      baselineRunId: names['08 baseline'],
    });
    const counted = await countImported(lab);
    const second = await ask<ImportResult>('POST', '/imports/journal');
    expect(second.body.runs.every(({ known }) => known)).toBe(true);
    expect(second.body.comparison).toEqual(first.body.comparison);
    expect(await countImported(lab)).toEqual(counted);
    const walls = (await ask<RunList>('GET', '/runs?tag=journal&wall=client-cpu')).body.runs.map(({ name }) => name);
    expect(walls).toContain('03 RPS + RFS');
  });

  it('has a schema that anyone may read, and that says what is enforced', async () => {
    const reply = await fetch(`${lab.url}/api/v1/imports/bundle-schema`);
    expect(reply.headers.get('content-type')).toContain('application/schema+json');
    const schema = (await reply.json()) as { properties: Record<string, unknown>; additionalProperties: boolean };
    expect(Object.keys(schema.properties)).toEqual(['bundleVersion', 'source', 'runs', 'comparison']);
    expect(schema.additionalProperties).toBe(false);
  });
});

describe('docs/importing.md', () => {
  it('has a bundle that is imported by the very lines below it, and a table of every tool', async () => {
    const guide = readFileSync(path.join(import.meta.dirname, '../../docs/importing.md'), 'utf8');
    const [json = '', shell = ''] = ['json', 'sh'].map((kind) => guide.split(`\`\`\`${kind}\n`)[1]?.split('```')[0]);
    const folder = await mkdtemp(path.join(tmpdir(), 'millionrps-import-'));
    await writeFile(path.join(folder, 'results.json'), json);
    const env = { ...process.env, URL: lab.url, TOKEN: ADMIN_TOKEN };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', shell], { cwd: folder, env });
    await rm(folder, { recursive: true });
    const answer = JSON.parse(stdout) as ImportResult;
    expect(answer.runs.map(({ name, points }) => [name, points])).toEqual([
      ['before', 1],
      ['after', 1],
    ]);
    expect(answer.comparison?.baselineRunId).toBe(answer.runs[0]?.runId);
    const tools = importFormat.options.filter((format) => format !== 'bundle' && format !== 'document');
    for (const tool of tools) expect(guide).toContain(`| ${tool} |`);
  });
});
