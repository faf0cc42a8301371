import type { ImportedSpec } from '@contract/imported';
import type { RunSummary } from '@contract/run';
import type { KeptSpec } from '@contract/spec';
import type { SettingName } from '@contract/tuning';
import { type AskedSetting, askedOf, askedSettings, choiceText, settingTitle } from '@rules/tuning/setting-words';

/** One setting of a run in a list of runs. */
export interface SettingChip {
  /** Null for an imported run: its source has words of its own. */
  setting: SettingName | null;
  label: string;
  full: string;
  short: string;
}

/** Everything that a run asks of its hosts: clients' words say so. Of an imported run what its source tells. */
export function askedChips(spec: RunSummary['spec']): SettingChip[] {
  if (spec.specVersion === 0) return importedChips(spec);
  return chipsOf(spec).map((asked) => ({ ...asked, label: settingTitle(asked.setting) }));
}

const importedChips = ({ tuning: { targetCpus, described } }: ImportedSpec): SettingChip[] => [
  ...(targetCpus === null
    ? []
    : [
        {
          setting: 'targetCpus' as const,
          label: settingTitle('targetCpus'),
          full: choiceText(targetCpus),
          short: choiceText(targetCpus),
        },
      ]),
  ...(described ?? []).map(({ setting, value }) => ({
    setting: null,
    label: setting,
    full: value,
    short: `${setting}: ${value}`,
  })),
];

/** Why no chip stands there: nothing was asked for, or the source of an imported run does not tell. */
export const whyNoChips = ({ tuning }: RunSummary['spec']): string =>
  'described' in tuning && tuning.described === null
    ? 'The source of this imported run says nothing of tuning'
    : 'No tuning was asked for';

function chipsOf({ tuning, server, clients }: KeptSpec): AskedSetting[] {
  const apart = clients.some(({ hostId }) => hostId !== server?.hostId);
  const ofClients = apart ? askedSettings(tuning.clients) : [];
  return [
    ...askedOf(tuning, ['server']),
    ...ofClients.map((asked) => ({ ...asked, short: `client: ${asked.short}`, full: `on the client, ${asked.full}` })),
  ];
}
