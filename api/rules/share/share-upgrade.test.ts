import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../contract/run.ts';
import { SHARE_DOCUMENT_VERSION, type ShareDocument } from '../../contract/share.ts';
import { createRun } from '../../contract/spec.ts';
import { documentMarkdown } from '../export/document-markdown.ts';
import { runOrigin } from '../export/provenance.ts';
import { scriptFault } from '../script/script-fault.ts';
import { notAgain } from '../spec/run-again.ts';
import { upgradeDocument } from './share-upgrade.ts';

const folder = path.join(import.meta.dirname, '../../testing/shares');
const stored = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
const runsOf = (document: ShareDocument): Run[] => {
  if (document.type === 'run') return [document.run];
  return document.type === 'comparison' ? document.comparison.runs : (document.experiment.result?.runs ?? []);
};
const documents = readdirSync(folder).filter((name) => name.endsWith('.json'));

describe('a shared document', () => {
  it.each(documents)('of an old link still opens: %s', (name) => {
    const document = upgradeDocument(stored(name));
    expect(document.documentVersion).toBe(SHARE_DOCUMENT_VERSION);
    const runs = runsOf(document);
    expect(runs.flatMap((run) => run.steps.map((step) => step.point?.requestsPerSecond ?? 0)).every(Boolean)).toBe(
      true,
    );
  });

  it('of before rates says what it asked in today’s words', () => {
    const document = upgradeDocument(stored('version-2-comparison.json'));
    if (document.type !== 'comparison') throw new Error('a comparison was kept');
    const { runs, steps } = document.comparison;
    const [run] = runs;
    expect(run?.spec).toMatchObject({ specVersion: 5, target: { pick: 'local' }, load: { search: null } });
    expect(run?.best?.spec).toEqual(run?.steps[run.best?.stepIndex ?? -1]?.spec);
    expect(steps.map(({ spec }) => spec)).toEqual(run?.spec.load.steps);
    expect(run?.hosts[0]?.facts).toMatchObject({ targets: [], listeningPorts: [] });
  });

  it('of a later product is refused', () => {
    const later = { ...stored('version-1-run.json'), documentVersion: SHARE_DOCUMENT_VERSION + 1 };
    expect(() => upgradeDocument(later)).toThrow();
  });

  it('of a later product opens, and says the least of what only that one knows', () => {
    const later = stored(`version-${SHARE_DOCUMENT_VERSION}-comparison.json`);
    const [run] = later.comparison.runs;
    later.comparison.warnings[0].code = 'later-warning';
    run.findings[0].code = 'later-finding';
    run.verdict.wall = 'later-wall';
    run.verdict.walls = ['client-cpu', 'later-wall'];
    const document = upgradeDocument(later);
    if (document.type !== 'comparison') throw new Error('a comparison was kept');
    const { runs, warnings } = document.comparison;
    expect(warnings[0]).toEqual({ ...later.comparison.warnings[0], code: 'other' });
    expect(runs[0]?.findings[0]).toEqual({ ...run.findings[0], code: 'caveat' });
    expect(runs[0]?.verdict).toEqual({ ...run.verdict, wall: 'unknown', walls: ['client-cpu', 'unknown'] });
  });

  it('of a later product has the settings that both know, as long as no other was asked for', () => {
    const later = stored(`version-${SHARE_DOCUMENT_VERSION}-comparison.json`);
    const { server } = later.comparison.runs[1].spec.tuning;
    const asked = { ...server };
    server.laterSetting = null;
    delete server.mtuBytes;
    const [, run] = runsOf(upgradeDocument(later));
    expect(asked.mtuBytes).toBeNull();
    expect(run?.spec.tuning.server).toMatchObject(asked);
    expect(run?.spec.tuning.server).not.toHaveProperty('laterSetting');
    server.laterSetting = 4096;
    expect(() => upgradeDocument(later)).toThrow('laterSetting');
  });

  it.each(['version-2-comparison.json', `version-${SHARE_DOCUMENT_VERSION}-comparison.json`])(
    'that lost what was asked of a host is refused where the run set it: %s',
    (name) => {
      const damaged = stored(name);
      const [, run] = damaged.comparison.runs;
      run.spec.tuning.server = {};
      expect(() => upgradeDocument(damaged)).toThrow('although the run set it: the document was damaged');
      run.tuning = [];
      expect(runsOf(upgradeDocument(damaged))[1]?.spec.tuning.server).toMatchObject({ stopServices: null, nic: null });
    },
  );

  it('of a load generator that only a later product has opens with its name, and cannot be run again', () => {
    const later = stored(`version-${SHARE_DOCUMENT_VERSION}-run.json`);
    later.run.spec.load.tool = 'later-tool';
    const document = upgradeDocument(later);
    const [run] = runsOf(document);
    if (!run) throw new Error('a run was kept');
    expect(run.spec.load.tool).toBe('later-tool');
    expect(documentMarkdown(document, null)).toContain('| later-tool |');
    const why = 'Its load generator, later-tool, is not known to this release: update millionrps to run it again.';
    expect(notAgain(run.spec)?.sentence).toBe(why);
    expect(scriptFault(document, [])).toContain(why);
    const again = createRun.safeParse({ name: 'again', spec: run.spec });
    expect(again.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['spec.load.tool', expect.stringContaining('must be volley or ')],
    ]);
    const experiment = stored(`version-${SHARE_DOCUMENT_VERSION}-experiment.json`);
    for (const { spec } of experiment.experiment.configurations) spec.load.tool = 'later-tool';
    expect(() => upgradeDocument(experiment)).not.toThrow();
    later.run.spec.load.laterField = 1;
    expect(() => upgradeDocument(later)).toThrow('laterField');
  });

  it('of a run that only a later product can import says so', () => {
    const later = stored(`version-${SHARE_DOCUMENT_VERSION}-run.json`);
    later.run.imported = {
      format: 'later-format',
      source: 'a table of elsewhere',
      url: null,
      fileName: null,
      importedAtUs: 1,
      importedByName: null,
    };
    const document = upgradeDocument(later);
    const [run] = runsOf(document);
    expect(run?.imported?.format).toBe('other');
    expect(run && runOrigin(run)).toContain('Imported (a format of a later release) on');
  });
});
