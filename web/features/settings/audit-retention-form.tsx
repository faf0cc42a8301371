'use client';

import { AUDIT_DAYS } from '@contract/audit-actions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, put } from '@/api/client';
import { QueryState } from '@/ui/query-state';
import { DaysForm } from './days-form';

export function AuditRetentionForm() {
  const queries = useQueryClient();
  const queryKey = ['audit-retention'];
  const kept = useQuery({ queryKey, queryFn: ({ signal }) => get('/api/v1/audit/retention', { signal }) });
  const change = useMutation({
    mutationFn: (days: number | null) => put('/api/v1/audit/retention', { days }),
    onSuccess: async (next) => {
      queries.setQueryData(queryKey, next);
      await queries.invalidateQueries({ queryKey: ['audit'] });
    },
  });
  return (
    <>
      <QueryState query={kept} what="the time" rows={1} within="form" />
      {kept.data && (
        <DaysForm
          id="audit-days"
          label="Days"
          hint="Empty: for ever. Nothing else removes an entry."
          days={kept.data.days}
          bounds={AUDIT_DAYS}
          change={change}
          saved="Saved. Older entries are removed within minutes."
        />
      )}
    </>
  );
}
