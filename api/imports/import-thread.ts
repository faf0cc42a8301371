import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../platform/app-error.ts';
import { openDatabase } from '../platform/store/db.ts';
import { createImport, type ImportLab, importJournal } from './create-import.ts';
import type { CarriedError, ImportAnswer, ImportSettings, ImportTask } from './import-worker.ts';

const { databaseUrl, version, deadlineMs } = workerData as ImportSettings;
const database = openDatabase(databaseUrl, { transactionMs: deadlineMs });

parentPort?.on('message', async (task: ImportTask) => parentPort?.postMessage(await answerTo(task)));

async function answerTo({ input, atUs, byName }: ImportTask): Promise<ImportAnswer> {
  const lab: ImportLab = { database, version, nowUs: () => atUs };
  try {
    const result = await (input ? createImport(lab, input, byName) : importJournal(lab, byName));
    // Whoever asked may end this thread with the answer.
    await database.teller.done();
    return { type: 'done', result };
  } catch (error) {
    if (error instanceof AppError) {
      const { code, message, fields } = error;
      return { type: 'refused', code, message, fields };
    }
    return { type: 'failed', error: carried(error instanceof Error ? error : new Error(String(error))) };
  }
}

function carried(error: Error): CarriedError {
  const { message, stack, cause, code, meta } = error as Error & { code?: unknown; meta?: unknown };
  return {
    message,
    stack,
    code,
    meta: JSON.parse(JSON.stringify(meta ?? null)),
    cause: cause instanceof Error ? carried(cause) : undefined,
  };
}
