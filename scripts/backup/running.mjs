// @ts-check
import { isAnnounced } from '../../api/platform/store/announced-places.ts';
import { Sentence } from '../start/sentence.mjs';
import { connect } from './database-out.mjs';

/** An API that runs would write into what is being restored. @param {string} url */
export async function refuseRunning(url) {
  const client = await connect(url);
  try {
    const { rows } = await client.query(
      'SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    if (rows.some(({ name }) => isAnnounced(name)))
      throw new Sentence('An instance runs on this database: stop it, and try again.');
  } finally {
    await client.end();
  }
}
