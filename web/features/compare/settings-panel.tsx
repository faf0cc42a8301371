'use client';

import type { ComparedSetting, Comparison, DifferenceGroup } from '@contract/comparison';
import { nameOfRun } from '@rules/run/run-names';
import { Fragment } from 'react';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Fold } from '@/ui/fold';
import { HashText, isHash } from '@/ui/hash-text';
import { SideMark } from '@/ui/side-mark';
import { WideTable } from '@/ui/wide-table';
import { type SettingColumn, settingColumns } from './setting-columns';
import { differencesText, valueDiffers } from './setting-differences';
import { useAllSettings } from './url-state';

const GROUPS: Record<DifferenceGroup, string> = {
  hardware: 'Hardware',
  target: 'Target',
  tuning: 'Tuning',
  load: 'Load',
  software: 'Software',
};

/** Configuration and environment: what differs, and on request everything. */
export function SettingsPanel({ comparison, order }: { comparison: Comparison; order: number[] }) {
  const [all, setAll] = useAllSettings();
  const { settings } = comparison;
  const differing = settings.filter(({ same }) => !same);
  const shown = all ? settings : differing;
  return (
    <Fold
      id="differences"
      title="Differences"
      summary={differencesText(settings)}
      flush
      actions={
        <Button look="ghost" className="print:hidden" onClick={() => setAll(all ? null : true)}>
          {all ? 'Show differences only' : `Show all ${settings.length} settings`}
        </Button>
      }
    >
      {shown.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted sm:px-5">No setting differs, neither asked nor read of the hosts.</p>
      ) : (
        <SettingsTable comparison={comparison} settings={shown} columns={settingColumns(comparison, order)} />
      )}
    </Fold>
  );
}

interface SettingsTableProps {
  comparison: Comparison;
  settings: ComparedSetting[];
  columns: SettingColumn[];
}

function SettingsTable({ comparison, settings, columns }: SettingsTableProps) {
  const order = columns.map(({ runIndex }) => runIndex);
  const groups = [...new Set(settings.map(({ group }) => group))];
  return (
    <WideTable label="Differences">
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 z-10 bg-panel">
              setting
            </th>
            {columns.map(({ runIndex, letters }, place) => (
              <th
                key={runIndex}
                scope="col"
                className={classNames('left text-ink', place === order.length - 1 && 'w-full print:w-auto')}
              >
                <span className="inline-flex min-w-0 items-baseline gap-1.5 !whitespace-normal">
                  <span className="self-center">
                    <SideMark index={runIndex} />
                  </span>
                  <span className="font-semibold">{letters}</span>
                  <span className="break-words font-normal">{nameOfRun(comparison, runIndex)}</span>
                </span>
                {place === 0 && <span className="ml-1.5 text-muted">baseline</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={group}>
              <tr>
                <th
                  colSpan={order.length + 1}
                  scope="rowgroup"
                  className="!border-b-0 !pb-0 !pl-5 !pt-3 !text-left uppercase tracking-wide"
                >
                  <span className="sticky left-5">{GROUPS[group]}</span>
                </th>
              </tr>
              {settings
                .filter((setting) => setting.group === group)
                .map((setting) => (
                  <SettingRow key={setting.path} setting={setting} order={order} />
                ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

function SettingRow({ setting, order }: { setting: ComparedSetting; order: number[] }) {
  const { label, values, same } = setting;
  const baseline = values[order[0] ?? 0] ?? null;
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 z-10 min-w-28 max-w-32 !whitespace-normal [overflow-wrap:anywhere] !border-line !bg-panel !py-2 !pl-5 !text-left !align-top !text-sm !font-normal sm:max-w-none sm:!whitespace-nowrap sm:!pr-8"
      >
        {label}
      </th>
      {order.map((index) => (
        <Value
          key={index}
          label={label}
          value={values[index] ?? null}
          differs={valueDiffers(values[index] ?? null, baseline)}
          quiet={same}
          wide={order.length <= 3}
        />
      ))}
    </tr>
  );
}

interface ValueProps {
  label: string;
  value: string | null;
  differs: boolean;
  quiet: boolean;
  /** Few runs have room to stand apart. */
  wide: boolean;
}

function Value({ label, value, differs, quiet, wide }: ValueProps) {
  return (
    <td
      className={classNames(
        'left min-w-32 max-w-[26rem] !whitespace-normal break-words',
        wide ? 'lg:min-w-72' : 'lg:min-w-44',
        quiet && 'text-muted',
      )}
    >
      {/* Side by side: a long value would leave its mark alone on a line. */}
      <div className="flex min-w-0 items-baseline gap-1.5">
        {differs && (
          <span className="shrink-0 text-accent">
            <span aria-hidden>≠</span>
            <span className="sr-only">differs from the baseline:</span>
          </span>
        )}
        {value === null ? (
          <span className="text-muted">not read</span>
        ) : (
          <span className={classNames('min-w-0 [overflow-wrap:anywhere]', differs && 'font-semibold')}>
            {isHash(value) ? <HashText hash={value} of={label} /> : value}
          </span>
        )}
      </div>
    </td>
  );
}
