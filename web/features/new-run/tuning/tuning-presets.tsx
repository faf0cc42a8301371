'use client';

import { useId } from 'react';
import { emptyTuning } from '@/features/draft/tuning-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { hasPreset, isAsItIs, type TuningPreset, tuningPresets, withoutPreset, withPreset } from './preset-values';
import { useTuningHost } from './tuning-host';

/** Settings that go together, each pressed to ask for them and pressed again to leave them as they are. */
export function TuningPresets() {
  const { form, draft: run, keep } = useDraft();
  const { side, host, nic, draft, setAll } = useTuningHost();
  const labelId = useId();
  const workField = side === 'server' ? 'targetCpus' : 'toolCpus';
  const workCpus = run[workField];
  const presets = tuningPresets(host?.facts ?? null, side, nic);
  const setWork = (cpus: string): void => form.setValue(workField, cpus, { shouldDirty: true, shouldTouch: true });
  // What is in no preset was typed.
  const held = presets.filter((preset) => hasPreset(preset, draft, workCpus));
  const keepTyped = (): void => {
    if (!isAsItIs(held.reduce((rest, preset) => withoutPreset(preset, rest), draft))) keep();
  };
  const press = (preset: TuningPreset): void => {
    keepTyped();
    const pressed = held.includes(preset);
    setAll(pressed ? withoutPreset(preset, draft) : withPreset(preset, draft));
    if (preset.workCpus !== null) setWork(pressed ? '' : preset.workCpus);
  };
  // The tool's CPU set belongs to the load profile: only what a preset put there is taken back.
  const workIsOurs = side === 'server' || presets.some((preset) => preset.workCpus === workCpus && workCpus !== '');
  const asItIs = (): void => {
    keepTyped();
    setAll(emptyTuning());
    if (workIsOurs) setWork('');
  };
  return (
    <div>
      <p id={labelId} className="mb-1.5 text-xs font-medium text-muted">
        Presets
      </p>
      <fieldset aria-labelledby={labelId} className="grid gap-2 sm:grid-cols-2">
        <PresetButton
          label="As it is"
          hint="Nothing is changed on the host."
          pressed={isAsItIs(draft) && (side === 'clients' || workCpus.trim() === '')}
          onPress={asItIs}
        />
        {presets.map((preset) => (
          <PresetButton
            key={preset.id}
            label={preset.label}
            hint={preset.hint}
            pressed={held.includes(preset)}
            onPress={() => press(preset)}
          />
        ))}
      </fieldset>
    </div>
  );
}

interface PresetButtonProps {
  label: string;
  hint: string;
  pressed: boolean;
  onPress: () => void;
}

function PresetButton({ label, hint, pressed, onPress }: PresetButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="group flex items-start gap-2.5 rounded-control border border-control/60 px-3 py-2.5 text-left hover:border-control aria-pressed:border-accent aria-pressed:bg-accent-soft"
    >
      <span
        aria-hidden
        data-state={pressed ? 'checked' : 'unchecked'}
        className="check-box mt-[3px] size-3.5 group-hover:border-control"
      />
      <span className="min-w-0">
        <span className="block text-sm font-medium">{label}</span>
        <span className="block text-xs text-muted">{hint}</span>
      </span>
    </button>
  );
}
