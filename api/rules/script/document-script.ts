import type { Run } from '../../contract/run.ts';
import type { ShareDocument } from '../../contract/share.ts';
import { FIGURES_LIBRARY } from './figures-library.ts';
import { headerLines } from './header-lines.ts';
import { IDENTITY_LIBRARY } from './identity-lines.ts';
import { mainLines } from './main-lines.ts';
import { REQUEST_LIBRARY } from './request-lines.ts';
import { type Role, type RolePart, rolePart, rolesOf } from './role-lines.ts';
import { NOTHING_TO_RESTORE, SCRIPT_LIBRARY } from './script-library.ts';
import { comment, shellWord } from './shell.ts';
import { TARGET_LIBRARY } from './target-library.ts';
import { holdsArguments } from './target-lines.ts';
import { TEMPLATE_LIBRARY } from './template-lines.ts';
import { TUNING_LIBRARY } from './tuning-library.ts';
import { planOf } from './turns.ts';
import { USER_LIBRARY } from './user-library.ts';
import { type Material, Wording } from './wording.ts';

/**
 * A bash script that does by hand what the runs of a document did, in the order of the rounds: tuning, the target, the
 * load. A trap puts everything back. Throws of nothing: scriptFault is asked before. It holds no address and no secret.
 */
export function documentScript(document: ShareDocument, material: Material, resultsName: string): string {
  const plan = planOf(document);
  const { configurations } = plan;
  const patterns = configurations.map(({ pattern }) => pattern);
  const wording = new Wording(patterns, material);
  const roles = rolesOf(configurations);
  const variableOf = (at: number): string => (patterns.length === 1 ? 'TARGET_COMMAND' : `TARGET_COMMAND_${at + 1}`);
  const parts = configurations.map((configuration, at) => ({
    name: configuration.name,
    parts: roles.flatMap((role) => rolePart(configuration, role, wording, variableOf(at)) ?? []),
  }));
  const all = parts.flatMap((one) => one.parts);
  const body = [...all.flatMap(({ lines }) => lines), ...wording.files.map(({ text }) => text)].join('\n');
  const addressed = /\$SERVER_ADDRESS|address-left-out/.test(body);
  const holds = patterns.filter((run) => holdsArguments(run, wording));
  const lines = [
    '#!/usr/bin/env bash',
    ...headerLines({ document, plan, roles, parts: all, addressed, patterns, holds }),
    'set -euo pipefail',
    'export LC_ALL=C',
    '',
    ...wording.programs.map(({ variable, path }) => `${variable}=\${${variable}:-${shellWord(path)}}`),
    ...givenLines(all),
    `RESULTS=\${RESULTS:-${shellWord(`./${resultsName}-results`)}}`,
    `SERVER_ADDRESS=\${SERVER_ADDRESS:-}`,
    `START_AT=\${START_AT:-}`,
    `ANY_FILES=\${ANY_FILES:-}`,
    `RUN_AS=\${RUN_AS:-}`,
    'SECRETS=() AS_USER=()',
    '# OWN is a folder that only this script writes to, WORK one of what target and tools read, OUT is RESULTS, opened once.',
    'PROC=/proc OWN= WORK= OUT= TARGET_PID= LOAD_PID= SESSIONS= TURN= TURN_NAME= LACKING= FAILED=0 BEGUN=0',
    '',
    SCRIPT_LIBRARY,
    '',
    USER_LIBRARY,
    '',
    TARGET_LIBRARY,
    '',
    IDENTITY_LIBRARY,
    '',
    ...(body.includes('fill_template ') ? [TEMPLATE_LIBRARY, ''] : []),
    ...(/^(place_body|take_certificate)\b/m.test(body) ? [REQUEST_LIBRARY, ''] : []),
    FIGURES_LIBRARY,
    '',
    all.some(({ tunes }) => tunes) ? TUNING_LIBRARY : NOTHING_TO_RESTORE,
    '',
    ...placeFiles(wording),
    ...parts.flatMap(({ name, parts: own }, at) => own.flatMap((part) => functionLines(name, at, part))),
    ...mainLines({ plan, roles, parts: all, addressed, shared: patterns.some(isShared) }),
  ];
  return `${lines.join('\n')}\n`;
}

/** Each variable once. A secret is not handed on to everything that the script starts. */
function givenLines(parts: RolePart[]): string[] {
  const given = new Map(parts.flatMap((part) => part.given).map((one) => [one.variable, one]));
  return [...given.values()].flatMap(({ variable, preset, secret }) => [
    `${variable}=\${${variable}:-${preset === null ? '' : shellWord(preset)}}`,
    ...(secret ? [`export -n ${variable}`] : []),
  ]);
}

const isShared = ({ spec }: Run): boolean => spec.clients.length > 1;

/** `configuration_2_client_1`. */
export const functionName = (at: number, role: Role): string => `configuration_${at + 1}_${role.replace('-', '_')}`;

function functionLines(name: string, at: number, { role, lines }: RolePart): string[] {
  return [
    ...comment(`${name}${role === 'all' ? '' : `, ${role}`}`),
    `${functionName(at, role)}() {`,
    ...lines.map((line) => `  ${line}`),
    '}',
    '',
  ];
}

/** Texts that a tool reads, word for word; no line of one ends it. */
function placeFiles({ files }: Wording): string[] {
  const placed = files.flatMap(({ name, text }) => {
    let end = 'END_OF_FILE';
    while (text.split('\n').includes(end)) end += '_';
    return [`  put_file ${shellWord(name)} <<'${end}'`, text.replace(/\n$/, ''), end];
  });
  return ['place_files() {', '  :', ...placed, '}', ''];
}
