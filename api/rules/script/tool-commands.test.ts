import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunStep } from '../../contract/step.ts';
import { TOOL_NAMES } from '../../contract/tools.ts';
import { documentOf, drivenRun } from '../../testing/driven-run.ts';
import { scriptFault } from './script-fault.ts';
import { SCRIPT_TOOLS } from './script-tools.ts';

type Tool = keyof typeof SCRIPT_TOOLS;

const documentWith = (tool: Tool, command: string[], step: Partial<RunStep> = {}, target = ['/opt/server']) => {
  const plain = drivenRun(target, command, {}, { warmupCommand: [], ...step });
  return documentOf({ ...plain, spec: { ...plain.spec, load: { ...plain.spec.load, tool } } });
};
const faultOf = (tool: Tool, command: string[], step: Partial<RunStep> = {}) =>
  scriptFault(documentWith(tool, command, step), []);

const URL = 'http://127.0.0.1:9000/';
const OWN: [Tool, string[]][] = [
  ['volley', ['/usr/local/lib/millionrps-agent/agent', 'volley', '--json', '--url', URL, '--request', '/a=1']],
  ['autocannon', ['/usr/bin/node', '/opt/autocannon/autocannon.js', '--json', '-c', '10', URL]],
  ['autocannon', ['/usr/local/bin/autocannon', '--json', '-c', '10', URL]],
  ['wrk', ['/usr/bin/wrk', '-t', '2', '-c', '10', '-d', '5s', '--timeout', '10s', URL, 'statuses']],
  ['wrk2', ['/opt/wrk2/wrk', '-t', '2', '-R', '100', '--latency', URL]],
  ['vegeta', ['/opt/agent', 'drive-vegeta', '--vegeta', '/opt/vegeta', '--processes', '2', '--tls', '--insecure']],
  ['oha', ['/opt/oha-linux-amd64', '--no-tui', '-m', 'POST', '-H', 'x-name: value', '-z', '5s', URL]],
  ['k6', ['/opt/k6-v1.8.1', 'run', '--quiet', '-e', 'SECONDS=5']],
];

describe('a script of a load generator', () => {
  it.each(OWN)('is made of a command as its driver makes it: %s', (tool, command) => {
    expect(faultOf(tool, command)).toBeNull();
  });

  it.each<[string, Tool, string[]]>([
    ['a shell', 'wrk', ['/bin/bash', '-c', 'evil']],
    ['a shell in the place of the interpreter', 'autocannon', ['/bin/bash', '/opt/autocannon.js']],
    ['code in an option of the interpreter', 'autocannon', ['/usr/bin/node', '-e', 'evil', '/opt/autocannon.js']],
    ['an option that ends like the tool', 'autocannon', ['/usr/bin/node', '--eval=evil//autocannon.js', URL]],
    ['a program that the tool starts', 'autocannon', ['/usr/bin/autocannon', '--on-port', '/', '--', 'evil']],
    ['another program for the driver', 'vegeta', ['/opt/agent', 'drive-vegeta', '--vegeta', '/bin/evil']],
    [
      'another one after the first',
      'vegeta',
      ['/opt/agent', 'drive-vegeta', '--vegeta', '/opt/vegeta', '-vegeta=/bin/evil'],
    ],
    ['another command of the agent', 'volley', ['/opt/agent', 'run', '--url', URL]],
    ['a variable of the environment before it', 'wrk', ['LD_PRELOAD=/tmp/wrk', 'bash', '-c', 'evil']],
    ['the tool of another driver', 'wrk', ['/usr/bin/oha', '-z', '5s']],
    ['a file that the tool writes', 'k6', ['/opt/k6', 'run', '--out', 'json=/root/.bashrc']],
  ])('is refused with %s', (_, tool, command) => {
    const why = `: it was not started as this release starts ${tool}, and a script starts nothing else. Markdown and CSV`;
    expect(faultOf(tool, command)).toContain(why);
    const [, own] = OWN.find(([name]) => name === tool) ?? ['', []];
    expect(faultOf(tool, own, { warmupCommand: command })).toContain(why);
    const client = {
      hostId: 'x',
      name: '',
      failure: null,
      figures: null,
      command,
    } as unknown as RunStep['clients'][number];
    expect(faultOf(tool, own, { clients: [client] })).toContain(why);
  });

  it.each([
    [['/bin/bash', '-c', 'evil']],
    [['LD_PRELOAD=/tmp/server', 'bash', '-c', 'evil']],
    [['/opt/server.sh=', 'x']],
  ])('is refused where another program was started as the reference server: %j', (target) => {
    expect(scriptFault(documentWith('wrk', ['/usr/bin/wrk'], {}, target), [])).toContain(
      'as this release starts the reference server',
    );
  });

  it.each(TOOL_NAMES)('lets %s have the options that its driver gives it', (tool) => {
    const files = [`${tool}.go`, ...(tool === 'volley' ? ['transport.go'] : [])];
    const sources = files.map((name) =>
      readFileSync(path.join(DRIVERS, name), 'utf8').replace(/^.*VersionCommand\(\).*$/m, ''),
    );
    const given = [...sources.join('\n').matchAll(/"(--?[A-Za-z][^"\s]*)"/g)].map(([, option]) => option);
    const begins = SCRIPT_TOOLS[tool].begins.flat();
    expect([...SCRIPT_TOOLS[tool].options].sort()).toEqual(
      [...new Set(given)].filter((one) => !begins.includes(one ?? '')).sort(),
    );
  });
});

const DRIVERS = path.join(import.meta.dirname, '../../../agent/internal/loadgen');
