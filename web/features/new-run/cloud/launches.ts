import type { CreateLaunch, Launch } from '@contract/launch';
import { isComing } from '@rules/launch/launch-machine';
import { get, post } from '@/api/client';
import { RequestKey } from '@/features/draft/request-key';

/**
 * What this form has launched. What was refused is changed and asked for again: it goes to the hosts that were launched for
 * it, while they are there.
 */
export class Launches {
  private key = new RequestKey();
  private made: { spec: string; id: string } | null = null;

  async launch(asked: CreateLaunch): Promise<Launch> {
    const spec = JSON.stringify(asked.spec);
    const before = this.made?.spec === spec ? await read(this.made.id) : null;
    if (before && isComing(before.state)) return before;
    if (before) this.key = new RequestKey();
    const launch = await post('/api/v1/launches', asked, { headers: this.key.headersFor(asked.spec) });
    this.made = { spec, id: launch.id };
    return launch;
  }
}

const read = (launchId: string): Promise<Launch> => get('/api/v1/launches/:launchId', { path: { launchId } });
