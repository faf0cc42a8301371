import type { HostRole } from '../../contract/choices.ts';
import type { Run } from '../../contract/run.ts';
import type { HostTuning, RunTuning } from '../../contract/tuning.ts';
import { hostsOf, onOneHost } from '../comparison/host-settings.ts';
import { type Reader, type Reading, reading } from '../comparison/setting-reader.ts';
import { askedWords, HOST_SETTINGS, SETTING_LABELS, shortest } from './setting-words.ts';

const AS_FOUND = 'as found';

/** Every setting that some run asks for, host by host; a run that does not ask for it has it as it was found. */
export function tuningReaders(runs: Run[]): Reader[] {
  const roles: HostRole[] = runs.every(onOneHost) ? ['server'] : ['server', 'client'];
  return [targetCpus, ...describedReaders(runs), ...roles.flatMap((role) => roleReaders(runs, role, roles.length > 1))];
}

/**
 * Of imported runs, in the words of their source. One that says that nothing was tuned has every setting as it was found;
 * what one leaves out beside others is not known of it.
 */
function describedReaders(runs: Run[]): Reader[] {
  const said = runs.flatMap(({ spec }) => describedOf(spec)?.map(({ setting }) => setting) ?? []);
  return [...new Set(said)].map((setting) => ({
    group: 'tuning' as const,
    path: `spec.tuning.described.${setting}`,
    label: setting,
    read: ({ spec }) => {
      const described = describedOf(spec);
      if (described?.length === 0) return reading(AS_FOUND);
      return reading(described?.find((one) => one.setting === setting)?.value);
    },
  }));
}

/** Null for a run of agents, and where the source says nothing of tuning. */
const describedOf = (spec: Run['spec']) => (spec.specVersion === 0 ? spec.tuning.described : null);

const targetCpus: Reader = {
  group: 'tuning',
  path: 'spec.tuning.targetCpus',
  label: SETTING_LABELS.targetCpus,
  read: ({ spec, target }) => {
    const asked = spec.tuning.targetCpus;
    const unsaid = spec.specVersion === 0 && describedOf(spec)?.length !== 0;
    if (asked === null) return unsaid ? null : reading('every CPU');
    const [list, resolved] = [shortest(asked), target?.cpus ?? null];
    return reading(resolved === null || shortest(resolved) === list ? list : `${list} (${resolved})`);
  },
};

function roleReaders(runs: Run[], role: HostRole, named: boolean): Reader[] {
  const asked = runs.map((run) => tuningOf(run, role));
  const sysctls = new Set(asked.flatMap((tuning) => tuning?.sysctls?.map(({ name }) => name) ?? []));
  const row = (field: string, text: string, read: Reader['read']): Reader => ({
    group: 'tuning',
    path: `spec.tuning.${role === 'server' ? 'server' : 'clients'}.${field}`,
    label: named ? `${role} ${text}` : text,
    read,
  });
  const wanted = (field: keyof HostTuning): boolean => asked.some((tuning) => (tuning?.[field] ?? null) !== null);
  return [
    ...(wanted('nic') ? [row('nic', 'NIC that is tuned', (run) => reading(tuningOf(run, role)?.nic ?? AS_FOUND))] : []),
    ...HOST_SETTINGS.filter((field) => field !== 'sysctls' && wanted(field)).map((field) =>
      row(field, SETTING_LABELS[field], (run) => {
        const tuning = tuningOf(run, role);
        const text = (tuning && askedWords(tuning, field)?.full) ?? AS_FOUND;
        return withReadBack(text, run, role, ({ setting }) => setting === field);
      }),
    ),
    ...[...sysctls].sort().map((name) =>
      row(`sysctls.${name}`, name, (run) => {
        const value = tuningOf(run, role)?.sysctls?.find((one) => one.name === name)?.value;
        return withReadBack(value ?? AS_FOUND, run, role, ({ key }) => key === `sysctl/${name}`);
      }),
    ),
  ];
}

/** A client on the target's host is tuned with it. */
function tuningOf(run: Run, role: HostRole): HostTuning | null {
  return role === 'server' || onOneHost(run) ? run.spec.tuning.server : run.spec.tuning.clients;
}

type Knob = RunTuning['knobs'][number];

/** What was asked is not what the figures are of where it read back differently, or could not be changed. */
function withReadBack(text: string, run: Run, role: HostRole, of: (knob: Knob) => boolean): Reading {
  const ids = new Set(hostsOf(run, role).map(({ hostId }) => hostId));
  const knobs = run.tuning.filter(({ hostId }) => ids.has(hostId)).flatMap((tuning) => tuning.knobs.filter(of));
  const asked = knobs.filter(({ asked }) => asked !== null);
  const differs = asked.filter(({ status }) => status === 'differs');
  const kept = asked.filter(({ status }) => status === 'not-changeable');
  const notes = [
    ...new Set(differs.map(({ readBack }) => `reads back ${readBack ?? 'nothing'}`)),
    ...(kept.length === 0 ? [] : [kept.length === asked.length ? 'not changeable' : 'not changeable everywhere']),
  ];
  const whole = [text, ...notes].join('; ');
  return { key: whole, text: whole };
}
