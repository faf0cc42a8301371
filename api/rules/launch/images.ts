import type { LAUNCH_SYSTEMS } from '../../contract/choices.ts';
import type { TypeFacts } from './expected-facts.ts';

type System = (typeof LAUNCH_SYSTEMS)[number];

/** Public parameters in which Amazon and Debian publish their newest image of a region. */
const PARAMETERS: Record<System, Record<TypeFacts['architecture'], string>> = {
  'amazon-linux-2023': {
    x86_64: '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64',
    arm64: '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-arm64',
  },
  'debian-13': {
    x86_64: '/aws/service/debian/release/13/latest/amd64',
    arm64: '/aws/service/debian/release/13/latest/arm64',
  },
};

export const newestImageParameter = (system: System, architecture: TypeFacts['architecture']): string =>
  PARAMETERS[system][architecture];

const NAMES: Record<System, string> = { 'amazon-linux-2023': 'Amazon Linux 2023', 'debian-13': 'Debian 13' };

export const systemName = (system: System): string => NAMES[system];
