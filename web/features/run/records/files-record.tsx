import type { Run } from '@contract/run';
import type { Artifact } from '@contract/step';
import { formatBytes } from '@rules/words/numbers';
import { Download } from 'lucide-react';
import { DataTable, words } from '@/ui/data-table';

const KINDS: Record<Artifact['kind'], string> = {
  'tool-input': 'what the tool was given to read',
  'tool-output': 'raw output of the tool',
  'tool-log': 'log of the tool',
  'target-log': 'log of the target',
  profile: 'profile of the target, for go tool pprof',
};

/** Raw files are kept in the instance; a share names them and their hashes only. */
export type FileAccess = 'download' | 'named';

export function FilesRecord({ run, access }: { run: Run; access: FileAccess }) {
  if (run.artifacts.length === 0) return <p className="px-4 py-4 text-sm text-muted sm:px-5">No file was kept yet.</p>;
  return (
    <DataTable
      label="Files"
      className="first-stays"
      columns={['file', ...words('what it is', 'from'), 'size', ...words('SHA-256')]}
    >
      {run.artifacts.map((artifact) => (
        <tr key={artifact.id}>
          <td>
            {access === 'download' ? (
              <a
                href={`/api/v1/runs/${run.id}/artifacts/${artifact.id}`}
                download={artifact.name}
                className="inline-flex items-center gap-1.5 font-mono text-xs text-accent underline-offset-2 hover:underline"
              >
                <Download aria-hidden className="size-3.5" />
                {artifact.name}
              </a>
            ) : (
              <span className="font-mono text-xs">{artifact.name}</span>
            )}
          </td>
          <td className="left">{KINDS[artifact.kind]}</td>
          <td className="left text-muted">{originOf(artifact, run)}</td>
          <td>{formatBytes(artifact.sizeBytes)}</td>
          <td className="left">
            <code className="font-mono text-xs text-muted" title={artifact.sha256}>
              {artifact.sha256.slice(0, 12)}…
            </code>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** With several clients each of them leaves files of the same names. */
function originOf({ stepIndex, phase, hostId }: Artifact, { spec, hosts }: Run): string {
  const host = spec.clients.length > 1 ? hosts.find((one) => one.hostId === hostId) : undefined;
  const when = stepIndex === null ? 'the whole run' : `step ${stepIndex + 1}${phase === 'warmup' ? ', warm-up' : ''}`;
  return host ? `${when}, ${host.name}` : when;
}
