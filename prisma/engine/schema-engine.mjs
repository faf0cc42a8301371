#!/usr/bin/env node
// @ts-check
/**
 * What the Prisma CLI starts instead of its native schema engine: the same arguments, the same JSON-RPC over
 * stdin and stdout, the same one-shot commands. The CLI finds it through PRISMA_SCHEMA_ENGINE_BINARY.
 */
import { parseArgs } from 'node:util';
import { connectionFrom, createDatabase, describeConnectionError, probeDatabase } from './databases.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // The CLI may add options in a minor release. Those with a value are named so that it is not taken for a command.
  strict: false,
  options: {
    version: { type: 'boolean' },
    datamodels: { type: 'string', multiple: true },
    datasource: { type: 'string' },
    'enabled-preview-features': { type: 'string' },
    'extension-types': { type: 'string' },
  },
});

const datasourceUrl = typeof values.datasource === 'string' ? JSON.parse(values.datasource).url : undefined;
const connection = connectionFrom(datasourceUrl);

if (values.version) {
  process.stdout.write('schema-engine-cli (WebAssembly)\n');
} else if (positionals[0] === 'cli') {
  process.exitCode = await runOnce(positionals[1]);
} else {
  // Loaded here because compiling the WebAssembly module would double the time of the one-shot commands.
  const [{ createMethods }, { serve }] = await Promise.all([import('./methods.mjs'), import('./rpc.mjs')]);
  const datamodelPaths = /** @type {string[]} */ (values.datamodels ?? []);
  const { methods, panicMessage, close } = await createMethods({ connection, datamodelPaths });
  serve({ methods, panicMessage, close });
}

/**
 * @param {string | undefined} command
 * @returns {Promise<number>} exit status
 */
async function runOnce(command) {
  const commands = { 'can-connect-to-database': probeDatabase, 'create-database': createDatabase };
  const run = commands[/** @type {keyof typeof commands} */ (command)];
  try {
    if (!run) throw new Error(`schema engine: unknown command ${command}`);
    await run(connection);
    return 0;
  } catch (error) {
    const { code, message } = describeConnectionError(error, connection);
    const line = { level: 'ERROR', target: 'schema_engine::logger', fields: { error_code: code, message } };
    // The CLI drops the first line of stderr and parses every other one as JSON.
    process.stderr.write(`\n${JSON.stringify(line)}`);
    return 1;
  }
}
