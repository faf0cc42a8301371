import type { Run } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import type { RunTuning } from '../../contract/tuning.ts';
import { compareSettings } from '../comparison/compare-settings.ts';
import { shellLine } from '../script/shell.ts';
import { LEFT_OUT } from '../share/without-addresses.ts';
import { protocolOf } from '../spec/load-words.ts';
import { SETTING_LABELS } from '../tuning/setting-words.ts';
import { bullets, fenced, joined, plain, section, table } from './markdown.ts';
import { stepsTable } from './markdown-figures.ts';
import { findingsText, verdictText } from './markdown-verdict.ts';

/** One run as a person would report it: the result first, how it was made last. */
export function runMarkdown(run: Run, provenance: string): string {
  return joined(
    `# ${plain(run.name)}`,
    run.failure && `**${plain(run.failure.sentence)}**`,
    verdictText(run),
    section('Findings', findingsText(run)),
    section('Steps', stepsTable(run.steps, protocolOf(run)), run.search && plain(run.search.sentence)),
    section('Notes', run.notes && plain(run.notes)),
    section('Settings', settingsTable(run)),
    section('Tuning', ...run.tuning.map((tuning) => tuningText(run, tuning))),
    section('Commands', commandsText(run)),
    section('Where this is from', provenance),
  );
}

/** Asked and found. Without addresses it is not known which NIC of several was the one in use. */
function settingsTable(run: Run): string | null {
  const nicKnown = !run.target?.url.includes(LEFT_OUT);
  const rows = compareSettings([run]).filter(({ path }) => nicKnown || !path.includes('facts.nics.'));
  return table(
    ['group', 'setting', 'value'],
    rows.map(({ group, label, values }) => [group, label, values[0] ?? null]),
  );
}

function tuningText(run: Run, { hostId, knobs, effects, warnings, restoreMatches }: RunTuning): string | null {
  if (knobs.length === 0) return null;
  const host = run.hosts.find((one) => one.hostId === hostId)?.name ?? hostId;
  const rows = knobs.map(({ setting, key, before, asked, readBack, status, reason, restored }) => [
    SETTING_LABELS[setting],
    key,
    before,
    asked ?? 'not asked for, put back',
    readBack,
    reason ? `${status}: ${reason}` : status,
    restored,
  ]);
  const restoredText =
    restoreMatches === null ? 'The host is not restored yet.' : restoreMatches ? null : 'Not everything was restored.';
  return joined(
    `### ${plain(host)}`,
    table(['setting', 'value', 'before', 'asked', 'read back', 'became of it', 'restored'], rows),
    bullets(
      effects.map(
        ({ setting, stepIndex, verdict, sentence }) =>
          `${plain(SETTING_LABELS[setting])}, step ${stepIndex + 1}, ${verdict.replaceAll('-', ' ')}: ${plain(sentence)}`,
      ),
    ),
    bullets([...warnings, ...(restoredText ? [restoredText] : [])].map(plain)),
  );
}

function commandsText(run: Run): string | null {
  const lines = [
    ...(run.target && run.target.command.length > 0 ? ['# target', shellLine(run.target.command)] : []),
    ...run.steps.flatMap(stepCommands),
  ];
  return lines.length === 0 ? null : fenced('sh', lines.join('\n'));
}

function stepCommands({ index, warmupCommand, command, clients }: RunStep): string[] {
  const warmup = warmupCommand.length > 0 ? [`# step ${index + 1}, warm-up`, shellLine(warmupCommand)] : [];
  const several = clients.filter((client) => client.command.length > 0);
  if (several.length > 1) {
    const told = several.flatMap(({ name, ...client }) => [
      `# step ${index + 1}, on ${name.replace(/\s+/g, ' ')}`,
      shellLine(client.command),
    ]);
    return [...warmup, ...told];
  }
  return [...warmup, ...(command.length > 0 ? [`# step ${index + 1}`, shellLine(command)] : [])];
}
