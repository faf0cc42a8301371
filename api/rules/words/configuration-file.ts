/** What names a host's configuration file, first before last: the agent's flag, its environment, and where it is when neither does. */
export const CONFIGURATION_FILE = {
  flag: '--config',
  variable: 'MILLIONRPS_HOST_CONFIG',
  path: '/etc/millionrps/agent.json',
} as const;
