'use client';

import type { Share } from '@contract/share';
import { plural } from '@rules/words/numbers';
import { ExternalLink, Unlink } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { CopyButton } from '@/ui/copy-button';
import { Confirm } from '@/ui/dialog';
import { Until, When } from '@/ui/when';
import { linkHere, shareTone } from './share-link';
import { useRevokeShare } from './shares-query';

export function ShareLinks({ shares }: { shares: Share[] }) {
  return (
    <ul className="divide-y divide-line">
      {shares.map((share) => (
        <li key={share.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-64">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 break-words font-medium">{share.title}</span>
              {share.status !== 'open' && <Chip tone={shareTone(share.status)}>{share.status}</Chip>}
            </p>
            <ShareFacts share={share} />
          </div>
          {share.status === 'open' && <ShareActions share={share} />}
        </li>
      ))}
    </ul>
  );
}

function ShareFacts({ share }: { share: Share }) {
  return (
    <p className="mt-0.5 text-xs text-muted">
      {share.kind === 'run' ? 'one run' : plural(share.runIds.length, 'run')} · made <When atUs={share.createdAtUs} />{' '}
      by {share.createdByName} · {share.opens === 0 ? 'not opened yet' : `opened ${plural(share.opens, 'time')}`}
      {share.status === 'open' && share.expiresAtUs !== null && (
        <>
          {' '}
          · ends <Until atUs={share.expiresAtUs} />
        </>
      )}
      {share.revokedAtUs !== null && (
        <>
          {' '}
          · revoked <When atUs={share.revokedAtUs} />
        </>
      )}{' '}
      ·{' '}
      <span title={`SHA-256 ${share.documentSha256}`} className="font-mono">
        {share.documentSha256.slice(0, 12)}…
      </span>
    </p>
  );
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
