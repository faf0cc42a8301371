/**
 * Writes what is derived from the contract and the rules: api/openapi.json, the schemas of spec files, the examples in docs/api.md, the table of what reads
 * outputs of tools, the agent's types, the command line's client and its names of metrics, the kernel parameters that it enforces, and what installs each load tool. `--check` writes nothing and fails when a file would change.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildOpenApi, type JsonObject } from '../api/contract/openapi/document.ts';
import { EXAMPLES } from '../api/contract/openapi/examples.ts';
import { type RouteName, routes } from '../api/contract/routes.ts';
import { SYSCTLS } from '../api/contract/sysctls.ts';
import { TOOL_NAMES } from '../api/contract/tools.ts';
import { keysOf, TOOL_OUTPUTS } from '../api/contract/words.ts';
import { METRIC_WORDS, METRICS } from '../api/rules/outcomes/figures.ts';
import { installWords } from '../api/rules/spec/tools.ts';
import { isBetter } from '../api/rules/statistics/better-word.ts';
import { describeByComments } from './contract-comments.ts';
import { specSchemas } from './spec-schemas.ts';

/** The routes that the command line calls. */
const CLI_OPERATIONS: RouteName[] = [
  ...(['createRun', 'planRun', 'getRun', 'cancelRun', 'exportRun', 'compareRuns', 'exportComparison'] as const),
  ...(['createExperiment', 'designExperiment', 'getExperiment', 'getExperimentSummary'] as const),
  ...(['stopExperiment', 'exportExperiment', 'listHostStates', 'createImport', 'getImport'] as const),
  ...(['listBenchmarks', 'createBenchmark', 'getBenchmark', 'changeBenchmark', 'getBenchmarkHistory'] as const),
  ...(['measureRevision', 'designPoint', 'getBenchmarkOfExperiment', 'listAlerts', 'getAlert', 'changeAlert'] as const),
  ...(['startBisection', 'getBisection', 'cancelBisection'] as const),
];

const root = path.resolve(import.meta.dirname, '..');
const checking = process.argv.includes('--check');

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const document = buildOpenApi(version);
describeByComments(document, root);
const outputs: Record<string, string> = {
  'api/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'api/runs/spec-schemas.gen.json': `${JSON.stringify(specSchemas(document), null, 1)}\n`,
  'api/rules/import/readers.gen.ts': readers(keysOf(TOOL_OUTPUTS)),
  'docs/api.md': withExamples(readFileSync(path.join(root, 'docs/api.md'), 'utf8')),
  'agent/internal/contract/contract.gen.go': goCode(document, 'contract', ['types'], ['-include-tags', 'agents']),
  'agent/internal/cli/api/api.gen.go': goCode(
    document,
    'api',
    ['types', 'client'],
    ['-include-operation-ids', CLI_OPERATIONS.join(',')],
  ),
  'agent/internal/cli/figures/metrics.gen.json': `${JSON.stringify(metrics(), null, 2)}\n`,
  'agent/internal/loadgen/install.gen.json': `${JSON.stringify(Object.fromEntries(TOOL_NAMES.map((name) => [name, installWords(name)])), null, 2)}\n`,
  'agent/internal/tuning/sysctls.gen.json': `${JSON.stringify(SYSCTLS, null, 2)}\n`,
};

const stale = Object.entries(outputs).filter(([file, text]) => current(file) !== text);
if (checking && stale.length > 0) {
  console.error(`Generated files are not current: ${stale.map(([file]) => file).join(', ')}. Run: npm run generate`);
  process.exit(1);
}
for (const [file, text] of stale) writeFileSync(path.join(root, file), text);
console.log(stale.length === 0 ? 'Generated files are current.' : `Wrote ${stale.map(([file]) => file).join(', ')}.`);

function current(file: string): string | null {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return null;
  }
}

/** Fills what stands under `<!-- example ROUTE NAME -->` and `<!-- examples -->`. */
function withExamples(page: string): string {
  const rows = Object.entries(EXAMPLES).flatMap(([route, examples]) =>
    Object.entries(examples).map(([name, { summary }]) => {
      const { method, url } = routes[route as RouteName];
      return `| ${method} ${url.replace(/:(\w+)/g, '{$1}')} | ${name} | ${summary} |\n`;
    }),
  );
  return page
    .replace(/(<!-- examples -->\n(?:.*\n){3})(?:\|.*\n)*/, (_, head) => head + rows.join(''))
    .replace(/(<!-- example (\w+) ([\w-]+) -->\n\n```json\n)[\s\S]*?```/g, (_, head, route: RouteName, name) => {
      const example = EXAMPLES[route]?.[name];
      if (!example) throw new Error(`docs/api.md wants the example ${name} of ${route}, which is not there`);
      return `${head}${JSON.stringify(example.value, null, 2)}\n\`\`\``;
    });
}

/** What the command line calls them. */
function metrics() {
  return METRICS.map((metric) => {
    const { label, unit, quantity } = METRIC_WORDS[metric];
    return { metric, label, unit, higherIsBetter: isBetter(quantity, 'higher') };
  });
}

function readers(tools: string[]): string {
  const imports = tools.map((tool) => `import { reader as ${tool} } from './tools/${tool}.ts';\n`);
  return `/** Written by \`npm run generate\`: a reader for each row of TOOL_OUTPUTS. */\n${imports.join('')}\nexport const READERS = { ${tools.join(', ')} };\n`;
}

/**
 * What Go needs of the contract. oapi-codegen is a tool of a Go module of its own, so that its dependencies stay out
 * of the agent. Ids are opaque: plain strings in Go. An enum that may be null is a pointer there.
 */
function goCode(document: JsonObject, name: string, generate: string[], include: string[]): string {
  const openapi = JSON.stringify(document)
    .replaceAll(/,?"format":"uuid"/g, '')
    .replaceAll(/("enum":\[[^\]]*),null\]/g, '$1]');
  const folder = mkdtempSync(path.join(tmpdir(), 'millionrps-openapi-'));
  try {
    const input = path.join(folder, 'openapi.json');
    writeFileSync(input, openapi);
    const args = ['tool', 'oapi-codegen', '-generate', generate.join(','), ...include, '-package', name, input];
    const env = { ...process.env, GOFLAGS: '-mod=mod' };
    return execFileSync('go', args, {
      cwd: path.join(root, 'scripts/go-tools'),
      encoding: 'utf8',
      env,
      maxBuffer: 16 << 20,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
