import type { HostFacts } from '@contract/host';
import { ConfigurationFilePlace } from '@/ui/configuration-file-place';
import { DataTable, words } from '@/ui/data-table';
import { Panel } from '@/ui/panel';

/** What besides the reference server a run may measure on this host. */
export function TargetsPanel({ facts }: { facts: HostFacts }) {
  const { targets, listeningPorts } = facts;
  return (
    <Panel title="Targets of its own" aside="besides the reference server, which every agent brings" flush>
      {targets.length > 0 && <NamedTargets targets={targets} />}
      <div className="grid max-w-[90ch] gap-1.5 px-4 py-3 text-sm sm:px-5">
        <p>
          {listeningPorts.length === 0 ? (
            <span className="text-muted">No port that listens already may be a target.</span>
          ) : (
            <>
              What listens on {listeningPorts.length === 1 ? 'port' : 'ports'}{' '}
              <span className="font-mono text-xs">{listeningPorts.join(', ')}</span> may be a target; a run neither
              starts nor stops it.
            </>
          )}
        </p>
        {(targets.length === 0 || listeningPorts.length === 0) && (
          <p className="text-muted">
            {targets.length === 0 && 'No named target. '}
            Add either to the host’s configuration file, <ConfigurationFilePlace />: see docs/hosts.md.
          </p>
        )}
      </div>
    </Panel>
  );
}

function NamedTargets({ targets }: { targets: HostFacts['targets'] }) {
  return (
    <DataTable
      label="Targets that the host names"
      className="first-stays"
      columns={[
        'name',
        'port',
        ...words('ready when it answers', 'files'),
        { head: 'profiles', left: true, className: 'w-full' },
      ]}
    >
      {targets.map(({ name, port, healthPath, profiles, identified }) => (
        <tr key={name}>
          <td className="font-mono text-xs">{name}</td>
          <td>{port}</td>
          <td className="left font-mono text-xs">{healthPath}</td>
          <td className="left">{identified ? 'declared' : 'not declared, so runs are not known to be the same'}</td>
          <td className="left">{profiles ? 'can be taken' : 'not stated where they are'}</td>
        </tr>
      ))}
    </DataTable>
  );
}
