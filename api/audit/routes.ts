import { Readable } from 'node:stream';
import { routes } from '../contract/routes.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { sendFile } from '../platform/http/send-file.ts';
import { changeAuditRetention, readAuditRetention } from './keep-audit.ts';
import { exportAudit, listAudit } from './read-audit.ts';

const FILES = {
  csv: { name: 'millionrps-audit.csv', mediaType: 'text/csv; charset=utf-8; header=present' },
  ndjson: { name: 'millionrps-audit.ndjson', mediaType: 'application/x-ndjson' },
} as const;

export function auditRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.listAudit, ({ query }) => listAudit(lab, query));
  mount(doors, routes.exportAudit, async ({ query: { format, ...filters }, reply }) => {
    sendFile(reply, { ...FILES[format], text: Readable.from(exportAudit(lab, filters, format)) });
    return undefined;
  });
  mount(doors, routes.getAuditRetention, () => readAuditRetention(lab));
  mount(doors, routes.changeAuditRetention, ({ body, caller }) =>
    changeAuditRetention(lab, body.days, caller.person?.name ?? 'Administrator'),
  );
}
