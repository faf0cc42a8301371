import type { Run } from '../../contract/run.ts';
import { formatText } from '../../contract/words.ts';
import { listed } from '../words/text.ts';
import { plain } from './markdown.ts';

export interface Origin {
  productVersion: string;
  /** Opens what was exported, for whoever may; null where that is not known. */
  url: string | null;
}

/** Where the figures come from, for readers without the product. */
export function runOrigin(run: Run): string {
  const { imported } = run;
  const when = timeText(run.startedAtUs ?? run.createdAtUs);
  if (imported) {
    const url = imported.url === null ? '' : `, ${imported.url}`;
    return `Imported (${formatText(imported.format)}) on ${timeText(imported.importedAtUs)} from: ${plain(imported.source)}${plain(url)}. It was not measured by agents of this instance.`;
  }
  const by = run.createdByName ? ` for ${plain(run.createdByName)}` : '';
  const hosts = run.hosts.map(({ name, roles, agentVersion }) => {
    const agent = agentVersion === null ? '' : `, agent ${agentVersion}`;
    return `${plain(name)} (${roles.join(' and ')}${plain(agent)})`;
  });
  const revision = run.revisionLabel === undefined ? '' : ` Labelled as revision ${plain(run.revisionLabel)}.`;
  return `Run ${run.id}, ${when}${by}, on ${listed(hosts)}. State: ${run.state}.${revision}`;
}

export function exportedBy({ productVersion, url }: Origin): string {
  const link = url === null ? '' : ` [Open it there](${url}).`;
  return `Exported by millionrps ${plain(productVersion)}; addresses of hosts are left out.${link}`;
}

/** `2026-11-21 23:21:42 UTC`. */
export const timeText = (us: number): string =>
  `${new Date(us / 1000)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '')} UTC`;
