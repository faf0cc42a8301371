import { auditList, auditRetention, changeAuditRetention, exportAuditQuery, listAuditQuery } from '../audit.ts';
import { route } from './route.ts';

const shared = { access: 'admin', tag: 'audit' } as const;

export const auditRoutes = {
  listAudit: route({
    ...shared,
    method: 'GET',
    url: '/api/v1/audit',
    summary: 'Who did what, to what, when and from where; the newest first, page by page.',
    query: listAuditQuery,
    reply: auditList,
  }),
  exportAudit: route({
    ...shared,
    method: 'GET',
    url: '/api/v1/audit/export',
    summary: 'All entries that the filters let through as a file, the newest first.',
    query: exportAuditQuery,
    produces: ['application/x-ndjson', 'text/csv'],
  }),
  getAuditRetention: route({
    ...shared,
    method: 'GET',
    url: '/api/v1/audit/retention',
    summary: 'How long entries are kept.',
    reply: auditRetention,
  }),
  changeAuditRetention: route({
    ...shared,
    method: 'PUT',
    url: '/api/v1/audit/retention',
    tokens: 'preset',
    proof: 'recent',
    audit: { action: 'retention.change', subject: 'instance', fields: ['days'] },
    summary: 'Change how long entries are kept. Older ones are removed within minutes: nothing else removes any.',
    body: changeAuditRetention,
    reply: auditRetention,
  }),
} as const;
