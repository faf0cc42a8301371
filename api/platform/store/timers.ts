import PgBoss from 'pg-boss';

const QUEUE = 'sweep';
const EVERY_SECONDS = 2;

export interface Sweeping {
  stop(): Promise<void>;
}

/**
 * Runs the sweep about every two seconds, whatever the number of replicas: each sweep queues the next one. The queue
 * holds one at most, and a cron line starts the chain anew should it ever break. Two sweeps may overlap for a moment;
 * they are idempotent. Sweeps are short; the runs themselves never live in a job.
 */
export async function startSweeping(
  connectionString: string,
  sweep: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<Sweeping> {
  const boss = new PgBoss({ connectionString, schema: 'pgboss', max: 3, maintenanceIntervalSeconds: 30 });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(QUEUE, { name: QUEUE, policy: 'short', retryLimit: 0, expireInSeconds: 15 });
  const next = async (): Promise<void> => {
    await boss.send(QUEUE, {}, { startAfter: EVERY_SECONDS, singletonKey: QUEUE });
  };
  await boss.work(QUEUE, { pollingIntervalSeconds: EVERY_SECONDS }, async () => {
    try {
      await sweep();
    } catch (error) {
      onError(error);
    } finally {
      await next();
    }
  });
  await boss.schedule(QUEUE, '* * * * *');
  await next();
  return { stop: () => boss.stop({ graceful: true, wait: true, timeout: 5_000 }) };
}
