import type { ComparedSetting } from '@contract/comparison';

/** Not known to differ, nor to be the same: some run's value was not read. */
export const isUnknown = ({ same, values }: ComparedSetting): boolean =>
  !same && new Set(values.filter((value) => value !== null)).size < 2;

/** '2 of 26 settings and facts differ, 1 not known'. */
export function differencesText(settings: ComparedSetting[]): string {
  const unknown = settings.filter(isUnknown).length;
  const differing = settings.filter(({ same }) => !same).length - unknown;
  const text = `${differing} of ${settings.length} settings and facts differ`;
  return unknown === 0 ? text : `${text}, ${unknown} not known`;
}

/** Against the baseline; a value that was not read is no difference. */
export const valueDiffers = (value: string | null, baseline: string | null): boolean =>
  value !== null && baseline !== null && value !== baseline;
