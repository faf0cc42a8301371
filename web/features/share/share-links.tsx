'use client';

import type { Share } from '@contract/share';
import { nameTails } from '@rules/run/run-names';
import { plural } from '@rules/words/numbers';
import { ExternalLink, Unlink } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { CopyButton } from '@/ui/copy-button';
import { Confirm } from '@/ui/dialog';
import { IdTail } from '@/ui/id-tail';
import { type ListColumn, ListTable, RowName } from '@/ui/list-table';
import { Until, When } from '@/ui/when';
import { linkHere, shareTone } from './share-link';
import { useRevokeShare } from './shares-query';

interface ShareLinksProps {
  label: string;
  shares: Share[];
  narrow?: boolean;
}

export function ShareLinks({ label, shares, narrow }: ShareLinksProps) {
  const tails = nameTails(shares.map(({ id, title }) => ({ id, name: title })));
  return (
    <ListTable
      label={label}
      rows={shares}
      narrow={narrow}
      keyOf={({ id }) => id}
      name={{ head: 'Title', cell: (share) => <Title share={share} tail={tails.get(share.id)} /> }}
      columns={COLUMNS}
      actions={(share) => share.status === 'open' && <ShareActions share={share} />}
    />
  );
}

/** Several links to one thing have one title. */
const Title = ({ share: { id, title, status }, tail }: { share: Share; tail: string | undefined }) => (
  <RowName
    title={title}
    marks={
      <>
        {tail && <IdTail id={id} tail={tail} />}
        {status !== 'open' && <Chip tone={shareTone(status)}>{status}</Chip>}
      </>
    }
  >
    {title}
  </RowName>
);

const COLUMNS: ListColumn<Share>[] = [
  {
    head: 'Shows',
    cell: ({ kind, runIds }) => (kind === 'run' ? 'one run' : `${kind}, ${plural(runIds.length, 'run')}`),
  },
  { head: 'Made', cell: ({ createdAtUs }) => <When atUs={createdAtUs} /> },
  { head: 'By', cell: ({ createdByName }) => createdByName },
  { head: 'Opened', figure: true, cell: ({ opens }) => (opens === 0 ? 'not yet' : plural(opens, 'time')) },
  { head: 'Ends', cell: (share) => <End share={share} /> },
  {
    head: 'SHA-256',
    cell: ({ documentSha256 }) => (
      <span title={documentSha256} className="font-mono text-xs">
        {documentSha256.slice(0, 12)}
      </span>
    ),
  },
];

function End({ share: { status, expiresAtUs, revokedAtUs } }: { share: Share }) {
  if (revokedAtUs !== null)
    return (
      <>
        revoked <When atUs={revokedAtUs} />
      </>
    );
  if (expiresAtUs === null) return 'when revoked';
  return status === 'open' ? <Until atUs={expiresAtUs} /> : <When atUs={expiresAtUs} />;
}

function ShareActions({ share }: { share: Share }) {
  const [asking, setAsking] = useState(false);
  const revoke = useRevokeShare();
  const url = linkHere(share.url);
  return (
    <div className="flex items-center gap-1">
      <CopyButton text={url} label={`Copy the link of ${share.title}`} compact />
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={`Open ${share.title}`}
        title="Open the shared page"
        className="inline-grid size-7 place-items-center rounded-control text-muted hover:bg-raised hover:text-ink"
      >
        <ExternalLink aria-hidden className="size-3.5" />
      </a>
      <IconButton label={`Revoke the link of ${share.title}`} onClick={() => setAsking(true)}>
        <Unlink aria-hidden className="size-3.5" />
      </IconButton>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title="Revoke this link?"
        action="Revoke the link"
        acting="Revoking …"
        back="Keep it"
        act={revoke}
        onConfirm={() => revoke.mutate(share.id, { onSuccess: () => setAsking(false) })}
      >
        <p>The link to “{share.title}” stops working for good. A new link can be made at any time.</p>
      </Confirm>
    </div>
  );
}
