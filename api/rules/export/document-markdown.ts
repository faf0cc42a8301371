import type { ShareDocument } from '../../contract/share.ts';
import { joined } from './markdown.ts';
import { comparisonMarkdown } from './markdown-comparison.ts';
import { experimentMarkdown } from './markdown-experiment.ts';
import { runMarkdown } from './markdown-run.ts';
import { exportedBy, runOrigin } from './provenance.ts';

/** Everything, to be pasted into an issue. `url` opens it for people who may; null if it is unknown. */
export function documentMarkdown(document: ShareDocument, url: string | null): string {
  const provenance = exportedBy({ productVersion: document.productVersion, url });
  return `${bodyOf(document, provenance)}\n`;
}

function bodyOf(document: ShareDocument, provenance: string): string {
  switch (document.type) {
    case 'run':
      return runMarkdown(document.run, joined(runOrigin(document.run), provenance));
    case 'comparison':
      return comparisonMarkdown(document.title, document.comparison, provenance);
    case 'experiment':
      return experimentMarkdown(document.experiment, provenance);
  }
}
