import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shareDocument } from '../../contract/share.ts';
import { appliedKnob, documentOf, drivenRun, tuningOf } from '../../testing/driven-run.ts';
import { HIT, lengthOf, retold } from '../../testing/mangled.ts';
import { documentScript } from './document-script.ts';
import { scriptFault } from './script-fault.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-script-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = drivenRun(
  ['/opt/server', '--name', 'the shop'],
  ['/opt/autocannon', '-c', '10', '--har', 'x-name: value', 'http://127.0.0.1:9000/simple?q=1'],
  { tuning: [tuningOf([appliedKnob('sysctls', 'sysctl/net.core.somaxconn')])] },
);

describe('a script of a document with hostile texts', () => {
  it('is read by bash as a whole, and tells its usage without doing anything else', () => {
    let made = 0;
    fc.assert(
      fc.property(retold(documentOf(run)), (value) => {
        const read = shareDocument.safeParse(value);
        if (!read.success || scriptFault(read.data, []) !== null) return;
        made += 1;
        writeFileSync(
          path.join(folder, 'x.sh'),
          documentScript(read.data, { inputs: [], ownTargets: new Map(), ownIdentities: new Map() }, 'x'),
        );
        const bash = (...words: string[]) =>
          spawnSync('bash', words, { cwd: folder, encoding: 'utf8', timeout: 20_000, env: { PATH: process.env.PATH } });
        expect(bash('-n', 'x.sh').stderr).toBe('');
        expect(bash('x.sh', '--help').status).toBe(0);
        expect(existsSync(path.join(folder, HIT))).toBe(false);
      }),
      lengthOf(40),
    );
    expect(made).toBeGreaterThan(5);
  });
});
