// @ts-check
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { createAdapterFactory } from './adapter.mjs';
import { createDatabase, createShadows, databaseName } from './databases.mjs';

/**
 * @typedef {(params: any, print: (text: string) => void) => Promise<unknown>} Method
 */

/**
 * The methods of the schema engine by their JSON-RPC name.
 *
 * @param {{ connection: import('./databases.mjs').Connection, datamodelPaths: string[] }} options
 */
export async function createMethods({ connection, datamodelPaths }) {
  const panic = loadWebAssembly();
  const shadows = createShadows(connection);
  /** @type {[string, string][]} */
  const datamodels = datamodelPaths.map((path) => [path, readFileSync(path, 'utf8')]);
  /** @type {Promise<any> | undefined} */
  let opened;
  const engine = () => {
    // Unlike the native engine, this one connects before anything else, even to compare two schema files.
    if (Object.keys(connection).length === 0)
      throw new Error('The schema engine needs a database for this command: set DATABASE_URL.');
    opened ??= bindings.SchemaEngine.new(
      { datamodels: datamodels.length > 0 ? datamodels : undefined },
      () => {},
      createAdapterFactory(connection, shadows),
    );
    return opened;
  };

  /** @type {Record<string, Method>} */
  const methods = {};
  const methodNames = Object.getOwnPropertyNames(bindings.SchemaEngine.prototype);
  for (const name of methodNames.filter((method) => !['constructor', 'free'].includes(method))) {
    methods[name] = async (params) => (await engine())[name](params);
  }
  methods.getDatabaseVersion = async (params) => (await engine()).version(params);
  methods.createDatabase = async () => {
    await createDatabase(connection);
    return { databaseName: databaseName(connection) };
  };
  methods.diff = async (params, print) => {
    const { stdout, ...result } = await (await engine()).diff(params);
    if (stdout != null) print(stdout);
    return result;
  };
  methods.applyMigrations = async (params) => {
    const applying = (await engine()).applyMigrations(params);
    return applying.catch((/** @type {any} */ error) => Promise.reject(namedMigrationFailure(error)));
  };
  for (const name of ['evaluateDataLoss', 'createMigration']) {
    // Both compare the schema with what the migrations add up to. The WebAssembly engine works that out (in a shadow
    // database) only in devDiagnostic and diff, and finds nothing here unless one of them ran before.
    methods[name] = async (params) => {
      const { migrationsList, filters } = params;
      await (await engine()).devDiagnostic({ migrationsList, filters });
      return (await engine())[name](params);
    };
  }

  return { methods, panicMessage: () => panic.message, close: () => shadows.dropAll() };
}

/**
 * The native engine reports a migration that failed as P3018; this one only with a trace of its own Rust functions, in
 * which the name of the migration stands.
 *
 * @param {any} error
 */
function namedMigrationFailure(error) {
  const [, reason, name] =
    String(error.message).match(/^external connector error\n(.*?)\n +0: .*?migration_name="(.*?)"/s) ?? [];
  if (error.code || !name) return error;
  const advice =
    'A migration failed to apply. New migrations cannot be applied before it is resolved: https://pris.ly/d/migrate-resolve';
  return Object.assign(new Error(`${advice}\n\nMigration name: ${name}\n\n${reason}`), { code: 'P3018' });
}

/**
 * Instantiated by hand because Node 20 imports no .wasm file, which is what the package's own entry does.
 *
 * @returns {{ message: string }} the message of the last Rust panic, empty when there was none
 */
function loadWebAssembly() {
  const panic = {
    message: '',
    /** @param {string} message */
    set_message(message) {
      panic.message = message;
    },
  };
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panic });

  const path = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg')).replace(
    /\.js$/,
    '.wasm',
  );
  const compiled = new WebAssembly.Module(readFileSync(path));
  const instance = new WebAssembly.Instance(compiled, { './schema_engine_bg.js': /** @type {any} */ (bindings) });
  const exports = /** @type {any} */ (instance.exports);
  bindings.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  return panic;
}
