'use client';

import { controlClass, SelectBox } from '@/ui/inputs/control';
import { type DateRange, dayText, isPreset, knownDay, PRESETS } from './date-range';

interface DateFilterProps {
  range: DateRange;
  change: (range: DateRange) => void;
}

/** When runs were asked for: a preset, or two days. */
export function DateFilter({ range, change }: DateFilterProps) {
  const { since, until } = range;
  const dates = (since !== null || until !== null) && !(isPreset(since) && until === null);
  const choose = (value: string): void => {
    if (value === 'dates')
      change({ since: dayText(new Date(Date.now() - 30 * 86_400_000)), until: dayText(new Date()) });
    else change({ since: value || null, until: null });
  };
  return (
    <>
      <div className={since !== null || until !== null ? 'rounded-control ring-1 ring-accent' : undefined}>
        <SelectBox
          aria-label="When"
          className="!w-32"
          value={dates ? 'dates' : (since ?? '')}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">Any time</option>
          {Object.entries(PRESETS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value="dates">From … to …</option>
        </SelectBox>
      </div>
      {dates && (
        <>
          <Day
            label="First day"
            value={isPreset(since) ? null : since}
            onChange={(day) => change({ since: day, until })}
          />
          <Day label="Last day" value={until} onChange={(day) => change({ since, until: day })} />
        </>
      )}
    </>
  );
}

interface DayProps {
  label: string;
  value: string | null;
  onChange: (day: string | null) => void;
}

const Day = ({ label, value, onChange }: DayProps) => (
  <input
    type="date"
    aria-label={label}
    title={label}
    className={`${controlClass(false)} !w-32`}
    value={value ?? ''}
    onChange={({ target }) => onChange(knownDay(target.value))}
  />
);
