'use client';

import type { SettingName } from '@contract/tuning';
import { askedSettings } from '@rules/tuning/setting-words';
import { sysctlsSoFar } from '@/features/draft/sysctl-words';
import type { TuningSide } from '@/features/draft/tuning-changes';
import {
  fieldAt,
  settingAt,
  TUNING_PATHS,
  type TuningGroupName,
  type TuningPath,
} from '@/features/draft/tuning-fields';
import { useDraft } from '@/features/new-run/draft-form';
import { TuningGroup } from './tuning-group';
import { useTuningHost } from './tuning-host';
import { TuningInput } from './tuning-input';

const TITLES: Record<TuningGroupName, string> = {
  cpus: 'CPUs',
  queues: 'Interrupts and queues',
  packets: 'Packets',
  sysctls: 'Kernel parameters',
  services: 'Services',
};
const GROUPS = Object.keys(TITLES) as TuningGroupName[];

/** Every setting of one host, in groups that are folded until they are looked at. */
export function TuningGroups({ onOpen }: { onOpen: () => void }) {
  const { side, asked, draft, presentUnknown } = useTuningHost();
  const { errors, errorAt } = useDraft();
  const broken = Object.keys(errors).flatMap((field) => {
    const setting = settingOf(field, side);
    return setting === null ? [] : [{ setting, shown: errorAt(field) !== undefined }];
  });
  const sysctls = sysctlsSoFar(draft.sysctls);
  const words = [
    ...(draft.nic.trim() === '' ? [] : [{ setting: 'nic' as const, short: draft.nic.trim() }]),
    ...askedSettings(asked && { ...asked, sysctls: sysctls.filled }),
    ...(sysctls.adding === null ? [] : [{ setting: 'sysctls' as const, short: sysctls.adding }]),
  ].filter(({ setting }) => setting === 'sysctls' || !broken.some((field) => field.setting === setting));

  return (
    <div className="rounded-control border border-line">
      {presentUnknown !== null && (
        <p role="status" className="border-b border-line px-3 py-2 text-xs text-muted">
          {presentUnknown}
        </p>
      )}
      {GROUPS.map((group) => (
        <TuningGroup
          key={group}
          title={TITLES[group]}
          asked={words.flatMap(({ setting, short }) => (groupOf(setting) === group ? [short] : [])).join(', ')}
          faulty={broken.some(({ setting, shown }) => shown && groupOf(setting) === group)}
          onOpen={onOpen}
        >
          <GroupFields group={group} />
        </TuningGroup>
      ))}
    </div>
  );
}

/** Settings of many values, each under a legend of its own. */
const SETS: Partial<Record<string, { title: string; kernel: string; about: string; columns: string }>> = {
  interruptCoalescing: {
    title: 'Interrupt coalescing',
    kernel: 'ethtool -C',
    about: 'how long a NIC may wait before it interrupts',
    columns: 'sm:grid-cols-2',
  },
  offloads: {
    title: 'Offloads',
    kernel: 'ethtool -K',
    about: 'packets gathered and cut by NIC or stack',
    columns: 'grid-cols-2 lg:grid-cols-4',
  },
};

function GroupFields({ group }: { group: TuningGroupName }) {
  const paths = TUNING_PATHS.filter((path) => fieldAt(path).group === group);
  const sets = new Set(paths.map(settingAt).filter((setting) => SETS[setting]));
  const single = paths.filter((path) => !sets.has(settingAt(path)));
  const lists = single.every((path) => fieldAt(path).kind === 'list');
  return (
    <div className="grid gap-5">
      <div className={lists ? 'grid' : 'grid gap-4 sm:grid-cols-2'}>
        <Inputs paths={single} />
      </div>
      {group === 'queues' && (
        <p className="text-xs text-muted">CPUs: lists such as 0-3,8, or all, nic-local, first 4, last 4, not target.</p>
      )}
      {[...sets].map((setting) => {
        const { title, kernel, about, columns } = SETS[setting] ?? {};
        return (
          <fieldset key={setting}>
            <legend className="mb-2 text-xs font-medium">
              {title} <code className="font-mono text-[0.6875rem] font-normal text-muted">{kernel}</code>{' '}
              <span className="font-normal text-muted">· {about}</span>
            </legend>
            <div className={`grid gap-4 ${columns}`}>
              <Inputs paths={paths.filter((path) => settingAt(path) === setting)} />
            </div>
          </fieldset>
        );
      })}
    </div>
  );
}

const Inputs = ({ paths }: { paths: TuningPath[] }) => paths.map((path) => <TuningInput key={path} path={path} />);

const groupOf = (setting: SettingName | 'nic'): TuningGroupName | undefined => {
  const path = TUNING_PATHS.find((one) => settingAt(one) === setting);
  return path && fieldAt(path).group;
};

/** The setting of this host that a field of the draft belongs to. */
function settingOf(field: string, side: TuningSide): SettingName | 'nic' | null {
  const [root, ownSide, setting] = field.split('.');
  return root === 'tuning' && ownSide === side ? (setting as SettingName) : null;
}
