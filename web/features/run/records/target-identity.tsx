import type { BuiltRevision, IdentifiedFile, ServiceIdentity, TargetIdentity } from '@contract/identity';
import type { Run } from '@contract/run';
import { calledService, settingsText } from '@rules/identity/service-identity';
import { targetFiles } from '@rules/identity/target-files';
import { reasonsOf } from '@rules/identity/target-identity';
import { shortCommit } from '@rules/spec/revision-words';
import { formatSignificant, plural } from '@rules/words/numbers';
import { capitalised } from '@rules/words/text';
import { FactRow } from '@/features/hosts/host-facts';
import { CopyButton } from '@/ui/copy-button';
import { HashText } from '@/ui/hash-text';

/** What the target was, to the last byte that could be read of it. */
export function TargetIdentityRows({ run }: { run: Run }) {
  const identity = run.target?.identity;
  if (!identity) return null;
  // Until it ends, its files were not read again.
  const reasons = run.endedAtUs === null ? [] : reasonsOf(run);
  const { own, libraries, declared, whyNone } = targetFiles(identity);
  return (
    <>
      {identity.revision && <Built revision={identity.revision} />}
      <FactRow name="Program">
        {identity.binary ? <File file={identity.binary} /> : <span className="text-muted">not read</span>}
        {identity.version !== null && <div className="text-muted">{identity.version}</div>}
        <Some files={own} one="more file" />
        {libraries.length > 0 && <Files title={plural(libraries.length, 'library', 'libraries')} files={libraries} />}
      </FactRow>
      {run.spec.target.kind !== 'reference' && (
        <FactRow name="Files">
          <Some files={declared} one="declared file" />
          {whyNone !== null && <span className="text-muted">{whyNone}</span>}
        </FactRow>
      )}
      <Surroundings identity={identity} />
      {run.target?.services?.map((service) => (
        <Service key={service.name} service={service} />
      ))}
      {reasons.length > 0 && (
        <FactRow name="Not known">
          {reasons.map((reason) => (
            <div key={reason}>{capitalised(reason)}: runs of it are not known to be the same.</div>
          ))}
        </FactRow>
      )}
    </>
  );
}

/** The commit, and what its build made. */
function Built({ revision: { commit, sha256, fromCache, buildSeconds } }: { revision: BuiltRevision }) {
  return (
    <FactRow name="Revision">
      <span className="inline-flex flex-wrap items-center gap-1">
        <span className="font-mono text-xs" title={commit}>
          {shortCommit(commit)}
        </span>
        <CopyButton compact text={commit} label="Copy the commit" />
      </span>
      <div>
        Its program: <HashText hash={sha256} of="the built program" />
      </div>
      <div className="text-muted">
        built in {formatSignificant(buildSeconds)} s {fromCache ? 'for an earlier run' : 'for this run'}
      </div>
    </FactRow>
  );
}

function Service({ service }: { service: ServiceIdentity }) {
  const { name, binary, version, files, settings, environmentNames } = service;
  return (
    <FactRow name={capitalised(calledService(name))}>
      {binary ? <File file={binary} /> : <span className="text-muted">program not read</span>}
      {version !== null && <div className="text-muted">{version}</div>}
      {files.length > 0 && <Files title={plural(files.length, 'library', 'libraries')} files={files} />}
      {settings.length > 0 && (
        <div>
          The host states <span className="break-words font-mono text-xs">{settingsText(service)}</span>
        </div>
      )}
      {environmentNames.length > 0 && (
        <div>
          Environment <span className="break-words font-mono text-xs">{environmentNames.join(' ')}</span>
          <span className="text-muted"> (names only)</span>
        </div>
      )}
    </FactRow>
  );
}

function Surroundings({ identity }: { identity: TargetIdentity }) {
  const { environmentNames, unit, container } = identity;
  return (
    <>
      {environmentNames.length > 0 && (
        <FactRow name="Environment">
          <span className="break-words font-mono text-xs">{environmentNames.join(' ')}</span>
          <div className="text-muted">names only; values stay on the host</div>
        </FactRow>
      )}
      {unit !== null && <FactRow name="Unit">{unit}</FactRow>}
      {container !== null && (
        <FactRow name="Container">
          <span className="break-all font-mono text-xs">{container}</span>
        </FactRow>
      )}
    </>
  );
}

function File({ file: { path, sha256 } }: { file: IdentifiedFile }) {
  return (
    <div>
      <span className="break-all font-mono text-xs">{path}</span> <HashText hash={sha256} of={path} />
    </div>
  );
}

const SHOWN_AT_ONCE = 3;

/** A few stand open, more behind a click. */
function Some({ files, one }: { files: IdentifiedFile[]; one: string }) {
  if (files.length > SHOWN_AT_ONCE) return <Files title={plural(files.length, one)} files={files} />;
  return files.map((file) => <File key={file.path} file={file} />);
}

function Files({ title, files }: { title: string; files: IdentifiedFile[] }) {
  return (
    <details>
      <summary className="cursor-pointer text-muted">{title}</summary>
      {files.map((file) => (
        <File key={file.path} file={file} />
      ))}
    </details>
  );
}
