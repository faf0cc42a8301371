import type { Run } from '../../contract/run.ts';
import type { ShareDocument } from '../../contract/share.ts';

type RunDocument = Extract<ShareDocument, { type: 'run' }>;

/**
 * The document that an imported run was read from, so that it is handed on as it came: what people here called it since
 * then is all that may differ.
 */
export function asImported(
  document: RunDocument,
  { name, tags, notes, annotations }: Pick<Run, 'name' | 'tags' | 'notes' | 'annotations'>,
): ShareDocument {
  const title = document.run.name === name ? document.title : name;
  const { annotations: _, ...run } = document.run;
  return { ...document, title, run: { ...run, name, tags, notes, ...(annotations && { annotations }) } };
}
