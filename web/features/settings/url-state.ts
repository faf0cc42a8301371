'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';

export const TABS = [
  'account',
  'tokens',
  'people',
  'invites',
  'webhooks',
  'ec2',
  'storage',
  'instance',
  'audit',
] as const;
export type Tab = (typeof TABS)[number];

export const useTab = () => useQueryState('tab', parseAsStringLiteral(TABS).withDefault('account'));
