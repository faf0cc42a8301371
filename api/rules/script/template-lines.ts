import type { IdentifiedFile } from '../../contract/identity.ts';
import type { Run } from '../../contract/run.ts';
import { shellWord } from './shell.ts';

/** Copies of templates are the agent's, for the time of a run: a script fills them anew, and they have to come out the same. */
export interface FilledTemplate {
  /** Where the run had the copy, which the target's command names. */
  path: string;
  from: string;
  sha256: string;
  /** Where the script has it, as a word of the shell. */
  place: string;
}

/** By how long their paths are, so that none is taken for the beginning of another. */
export function filledTemplates(files: IdentifiedFile[]): FilledTemplate[] {
  const filled = files.flatMap(({ path, filledFrom, sha256 }): FilledTemplate[] =>
    filledFrom ? [{ path, from: filledFrom, sha256, place: placeOf(path) }] : [],
  );
  return filled.sort((a, b) => b.path.length - a.path.length);
}

/** `/x/shop/conf/nginx.conf` is `"$WORK"/filled/conf/nginx.conf`: templates have a folder each, and programs go by how a name ends. */
const placeOf = (path: string): string => `"$WORK"/filled/${shellWord(path.split('/').slice(-2).join('/'))}`;

export function fillLines(run: Run, templates: FilledTemplate[]): string[] {
  const values = parameterValues(run).flatMap(({ name, value }) => [name, value]);
  return templates.flatMap(({ from, sha256, place }) => [
    `fill_template ${shellWord(from)} ${place} ${values.map(shellWord).join(' ')}`.trimEnd(),
    `same_file refuse ${sha256} ${place}`,
  ]);
}

/** Those that the run chose, and the defaults that its host declared. */
function parameterValues({ spec, hosts }: Run): { name: string; value: string }[] {
  if (spec.target.kind !== 'named') return [];
  const { name: target, parameters: chosen } = spec.target;
  const facts = hosts.find(({ hostId }) => hostId === spec.server?.hostId)?.facts;
  const declared = facts?.targets.find(({ name }) => name === target)?.parameters ?? [];
  const defaults = declared.map((one) => ({ name: one.name, value: one.default }));
  return [...defaults.filter(({ name }) => !chosen.some((one) => one.name === name)), ...chosen];
}

export const TEMPLATE_LIBRARY = `fill_template() { # SOURCE COPY [NAME VALUE]...: as an agent fills it: {{NAME}} becomes VALUE, and {{{{ becomes {{
  local from=$1 to=$2 rest text='' name
  local -A values=()
  shift 2
  while [ "$#" -gt 1 ]; do values[$1]=$2; shift 2; done
  "\${AS_USER[@]}" mkdir -p -- "\${to%/*}"
  rest=$(cat -- "$from" && printf x) || fail "the template $from cannot be read"
  rest=\${rest%x}
  while [[ $rest == *'{{'* ]]; do
    text+=\${rest%%'{{'*} rest=\${rest#*'{{'}
    if [[ $rest == '{{'* ]]; then
      text+='{{' rest=\${rest#'{{'}
      continue
    fi
    name=\${rest%%'}}'*} rest=\${rest#*'}}'}
    [[ $name =~ ^[A-Za-z][A-Za-z0-9_-]*$ && -n \${values[$name]+set} ]] || fail "the template $from has a place that the run had no value for: {{\${name:0:40}"
    text+=\${values[$name]}
  done
  printf '%s' "$text$rest" | place "$to"
}`;
