import { changeRetention, storage } from '../storage.ts';
import { route } from './route.ts';

export const storageRoutes = {
  getStorage: route({
    method: 'GET',
    url: '/api/v1/storage',
    access: 'admin',
    tag: 'service',
    summary: 'What the database and the files take, and how long samples are kept.',
    reply: storage,
  }),
  changeRetention: route({
    method: 'PUT',
    url: '/api/v1/retention',
    access: 'admin',
    proof: 'recent',
    tag: 'service',
    audit: { action: 'retention.change', subject: 'instance', fields: ['samplesDays'] },
    summary:
      'How long samples are kept after the end of their run. Figures, verdicts and files stay; so do samples of favourites, of baselines and of runs of experiments.',
    body: changeRetention,
    reply: storage,
  }),
} as const;
