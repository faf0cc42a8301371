import { type Bundle, bundle, MAX_BUNDLE_POINTS, MAX_BUNDLE_RUNS } from '../../contract/bundle.ts';
import type { ImportFormat } from '../../contract/imported.ts';
import { SHARE_DOCUMENT_VERSION, type ShareDocument } from '../../contract/share.ts';
import { upgradeDocument } from '../share/share-upgrade.ts';
import { formatCount } from '../words/numbers.ts';
import { lowered } from '../words/text.ts';
import { bundleFaults } from './bundle-faults.ts';
import { readJson } from './read-json.ts';
import { readToolOutput, recogniseJson, recogniseText } from './read-tool-output.ts';
import { readShape, type ToolReading } from './tool-reading.ts';
import { Unreadable } from './unreadable.ts';

export type FileContent =
  | { type: 'bundle'; bundle: Bundle }
  | { type: 'document'; document: ShareDocument }
  | { type: 'output'; reading: ToolReading };

/** What a file holds. Throws Unreadable with a sentence when it holds nothing that can be imported whole. */
export function readFile(text: string, format: ImportFormat | null): FileContent {
  const json = /^\s*[{[]/.test(text);
  const as = format ?? (json ? recogniseJson(readJson(text)) : recogniseText(text));
  if (as === null) {
    throw new Unreadable(
      json
        ? 'it is JSON, but neither a results bundle, nor an export of this product, nor the output of a load tool that is known here'
        : 'it is neither JSON nor the output of a load tool that is known here',
    );
  }
  if (as === 'bundle') return { type: 'bundle', bundle: readBundle(readJson(text)) };
  if (as === 'document') return { type: 'document', document: readDocument(readJson(text)) };
  return { type: 'output', reading: readToolOutput(as, text) };
}

function readBundle(value: unknown): Bundle {
  refuseLong(value);
  const read = readShape(bundle, value);
  const [fault] = bundleFaults(read);
  if (fault) throw new Unreadable(`${fault.path} ${fault.message}`);
  return read;
}

/** Before each of a million points is looked at. */
function refuseLong(value: unknown): void {
  const runs = (value as { runs?: unknown } | null)?.runs;
  if (!Array.isArray(runs)) return;
  if (runs.length > MAX_BUNDLE_RUNS) {
    throw new Unreadable(`it has ${formatCount(runs.length)} runs; a bundle may have ${MAX_BUNDLE_RUNS}`);
  }
  for (const [index, run] of runs.entries()) {
    const points = (run as { points?: unknown } | null)?.points;
    if (Array.isArray(points) && points.length > MAX_BUNDLE_POINTS) {
      throw new Unreadable(
        `runs.${index} has ${formatCount(points.length)} points; a run may have ${MAX_BUNDLE_POINTS}`,
      );
    }
  }
}

function readDocument(value: unknown): ShareDocument {
  const version = (value as { documentVersion?: unknown } | null)?.documentVersion;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new Unreadable('documentVersion is not a version of a document');
  }
  if (version > SHARE_DOCUMENT_VERSION) {
    throw new Unreadable(
      `it is a document of version ${version}, made by a newer release; this one reads up to version ${SHARE_DOCUMENT_VERSION}`,
    );
  }
  const document = lifted(value, version);
  if (document.type === 'experiment' && document.experiment.status !== 'done') {
    throw new Unreadable('its experiment was not over when it was exported; export it again when it is');
  }
  return document;
}

function lifted(value: unknown, version: number): ShareDocument {
  try {
    return upgradeDocument(value);
  } catch (error) {
    throw new Unreadable(`it is not a whole document of version ${version}${whereOf(error)}`);
  }
}

/** Upgrading an incomplete document may fail at any step; validating its form says where. */
function whereOf(error: unknown): string {
  const [issue] = (error as { issues?: { path: PropertyKey[]; message: string }[] }).issues ?? [];
  return issue ? `: ${issue.path.join('.')} ${lowered(issue.message)}` : '';
}
