import type { ExportFormat } from '../contract/import.ts';
import type { ShareDocument } from '../contract/share.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { documentCsv } from '../rules/export/document-csv.ts';
import { documentMarkdown } from '../rules/export/document-markdown.ts';
import { type ExportedFile, exportedFile, fileNameOf } from '../rules/export/export-file.ts';
import { stableJson } from '../rules/export/stable-json.ts';
import { documentScript } from '../rules/script/document-script.ts';
import { scriptFault } from '../rules/script/script-fault.ts';
import {
  freezeComparison,
  freezeExperiment,
  freezeOrHandOn,
  freezeOrHandOnExperiment,
  freezeRun,
  type Head,
} from '../shares/frozen-documents.ts';
import { readScriptMaterial } from './script-material.ts';

/** What a person downloads is what may be passed on: the document that a share is, without addresses and secrets. */

export async function exportRun(lab: Lab, runId: string, format: ExportFormat): Promise<ExportedFile> {
  const freeze = format === 'json' ? freezeOrHandOn : freezeRun;
  return fileOf(lab, await freeze(lab, runId, headFor(format)), format, `/runs/${runId}`);
}

export async function exportComparison(
  lab: Lab,
  runIds: string[],
  baselineRunId: string | null,
  format: ExportFormat,
): Promise<ExportedFile> {
  const document = await freezeComparison(lab, runIds, baselineRunId, headFor(format));
  const baseline = baselineRunId ?? runIds[0] ?? '';
  return fileOf(lab, document, format, `/compare?runs=${runIds.join(',')}&baseline=${baseline}`);
}

export async function exportExperiment(lab: Lab, experimentId: string, format: ExportFormat): Promise<ExportedFile> {
  const freeze = format === 'json' ? freezeOrHandOnExperiment : freezeExperiment;
  const document = await freeze(lab, experimentId, headFor(format));
  return fileOf(lab, document, format, `/experiments/${experimentId}`);
}

const headFor = (format: ExportFormat): Head => ({
  title: null,
  frozenAtUs: null,
  withSeries: format === 'json',
  verb: 'export it',
});

async function fileOf(lab: Lab, document: ShareDocument, format: ExportFormat, page: string): Promise<ExportedFile> {
  return exportedFile(document.title, format, await textOf(lab, document, format, `${lab.publicUrl}${page}`));
}

async function textOf(lab: Lab, document: ShareDocument, format: ExportFormat, url: string): Promise<string> {
  switch (format) {
    case 'json':
      return stableJson(document);
    case 'csv':
      return documentCsv(document);
    case 'markdown':
      return documentMarkdown(document, url);
    case 'script': {
      const material = await readScriptMaterial(lab, document);
      const fault = scriptFault(document, material.inputs);
      if (fault !== null) throw new AppError('conflict', fault);
      return documentScript(document, material, fileNameOf(document.title));
    }
  }
}
