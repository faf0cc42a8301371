import type { ImportedSpec } from '@contract/imported';
import { NOT_STATED } from '@rules/load/why-absent';
import { loadText } from '@rules/spec/load-words';
import { mixText, targetText } from '@rules/spec/target-words';
import { choiceText } from '@rules/tuning/setting-words';
import { plural } from '@rules/words/numbers';
import { FactRow } from '@/features/hosts/host-facts';
import { Measured } from '@/ui/absent';
import { Panel } from '@/ui/panel';

/** What the source of an imported run says of how it was measured. */
export function ImportedSetup({ spec: { target, requests, load, tuning } }: { spec: ImportedSpec }) {
  return (
    <Panel title="Setup" aside="as its source describes it">
      <dl className="grid gap-2.5">
        <FactRow name="Target">{targetText(target)}</FactRow>
        <FactRow name="Requests">
          <span className="font-mono text-xs">{mixText(requests)}</span>
          {load.decompress !== null && (
            <div className="text-muted">
              {load.decompress ? 'gzip asked for and decompressed' : 'no compression asked for'}
            </div>
          )}
        </FactRow>
        <FactRow name="CPU set, target">
          <Measured value={tuning.targetCpus} why={NOT_STATED}>
            {choiceText}
          </Measured>
        </FactRow>
        <FactRow name="Load">
          {load.tool ?? 'tool not stated'}
          {load.toolWorkers !== null && `, ${plural(load.toolWorkers, 'worker')}`}
          <div>{loadText(load)}</div>
        </FactRow>
        <FactRow name="Host tuning">
          <Tuning described={tuning.described} />
        </FactRow>
      </dl>
    </Panel>
  );
}

function Tuning({ described }: Pick<ImportedSpec['tuning'], 'described'>) {
  if (described === null) return <span className="text-muted">its source says nothing of tuning</span>;
  if (described.length === 0) return <>none, its source says</>;
  return (
    <ul>
      {described.map(({ setting, value }) => (
        <li key={setting}>
          {setting}: <span className="text-muted">{value}</span>
        </li>
      ))}
    </ul>
  );
}
