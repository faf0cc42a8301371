'use client';

import type { ApiToken } from '@contract/account';
import { COMMAND_LINE_PLATFORMS } from '@contract/limits';
import { listed } from '@rules/words/text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { get, remove } from '@/api/client';
import { formatDate } from '@/lib/time';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { CodeLine } from '@/ui/code-line';
import { Confirm } from '@/ui/dialog';
import { type ListColumn, ListTable, RowName } from '@/ui/list-table';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';
import { CreateTokenDialog } from './create-token-dialog';

export function TokensTab() {
  const [creating, setCreating] = useState(false);
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: ({ signal }) => get('/api/v1/tokens', { signal }) });
  const list = tokens.data?.tokens ?? [];
  return (
    <>
      <Panel
        title="API tokens"
        aside="for programs, acting as you"
        flush
        actions={
          <Button look="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden className="size-3.5" />
            New token
          </Button>
        }
      >
        <QueryState query={tokens} what="the tokens" rows={2} within="panel" />
        {tokens.isSuccess && list.length === 0 && (
          <p className="px-4 pb-4 pt-1 text-sm text-muted sm:px-5">
            None yet. A token lets a script do what you may do, at most with the role that you give it.
          </p>
        )}
        {list.length > 0 && (
          <ListTable
            label="API tokens"
            rows={list}
            keyOf={({ id }) => id}
            name={NAME}
            columns={COLUMNS}
            actions={(token) => token.ownerName !== null && <RevokeToken token={token} />}
          />
        )}
      </Panel>
      <Panel title="How a program uses one">
        <div className="grid gap-2">
          <CodeLine text={usage()} copyLabel="Copy the command" />
          <p className="text-xs text-muted">
            The command line runs benchmarks from a terminal or from CI, waits for them, and says by its exit code how
            they ended. In the place of <code className="font-mono">linux-amd64</code> it is had for{' '}
            {listed(COMMAND_LINE_PLATFORMS.slice(1))}; darwin is macOS.
          </p>
          <CodeLine text={commandLine()} copyLabel="Copy the command that fetches the command line" />
          <p className="text-xs text-muted">
            Every call is described under{' '}
            <a href="/api/v1/docs" className="text-accent underline-offset-2 hover:underline">
              /api/v1/docs
            </a>
            .
          </p>
        </div>
      </Panel>
      <CreateTokenDialog open={creating} onOpenChange={setCreating} />
    </>
  );
}

const origin = (): string => (typeof window === 'undefined' ? '' : window.location.origin);

/** The token goes through stdin: every user of a machine can list arguments. */
const asked = (rest: string): string =>
  [
    `export MILLIONRPS_URL=${origin()} MILLIONRPS_TOKEN=mrps_...`,
    `printf 'authorization: Bearer %s\\n' "$MILLIONRPS_TOKEN" | curl -fsS -H @- ${rest}`,
  ].join('\n');

const usage = (): string => asked('"$MILLIONRPS_URL/api/v1/runs"');

const commandLine = (): string =>
  [
    asked('-o millionrps "$MILLIONRPS_URL/api/v1/command-line/linux-amd64"'),
    'chmod +x millionrps && ./millionrps hosts',
  ].join('\n');

const NAME: ListColumn<ApiToken> = {
  head: 'Name',
  cell: ({ name, role }) => (
    <RowName title={name} marks={<Chip>{role}</Chip>}>
      {name}
    </RowName>
  ),
};

const COLUMNS: ListColumn<ApiToken>[] = [
  { head: 'Owner', cell: ({ own, ownerName }) => (ownerName === null ? 'the instance' : own ? 'you' : ownerName) },
  { head: 'Made', cell: ({ createdAtUs }) => <When atUs={createdAtUs} /> },
  { head: 'Last used', cell: ({ lastUsedAtUs }) => (lastUsedAtUs === null ? 'never' : <When atUs={lastUsedAtUs} />) },
  { head: 'Expires', cell: ({ expiresAtUs }) => (expiresAtUs === null ? 'never' : formatDate(expiresAtUs)) },
];

function RevokeToken({ token }: { token: ApiToken }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => remove('/api/v1/tokens/:tokenId', { path: { tokenId: token.id } }),
    onSuccess: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
  return (
    <>
      <Button onClick={() => setAsking(true)} aria-label={`Revoke ${token.name}`}>
        Revoke …
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={`Revoke ${token.name}?`}
        action="Revoke the token"
        acting="Revoking …"
        back="Keep it"
        act={revoke}
        onConfirm={() => revoke.mutate()}
      >
        <p>Programs that use it are refused from now on. What they made is kept.</p>
      </Confirm>
    </>
  );
}
