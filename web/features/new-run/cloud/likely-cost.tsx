import type { CreateLaunch } from '@contract/launch';
import { formatUsd } from '@rules/launch/launch-cost';
import { likelyCostLines, likelyHas, likelyMicroUsd } from '@rules/launch/likely-cost';
import { Why } from '@/ui/why';
import type { KnownPrice } from './launch-cost';

interface LikelyCostProps {
  asked: CreateLaunch;
  price: KnownPrice;
  /** Such as 'for all 20 runs'. */
  buys: string;
  /** What the hosts are launched for takes so long, in a sentence. */
  takes: string;
  /** The most that it can cost, and the price per hour. */
  bounds: string;
}

/** What will likely be paid, as one sum, and how it comes about. */
export function LikelyCost({ asked: { spec, plannedMinutes }, price, buys, takes, bounds }: LikelyCostProps) {
  const hosts = { spec, plannedMinutes, price };
  return (
    <div>
      <p className="text-2xl font-semibold tracking-tight tabular-nums">
        about {formatUsd(likelyMicroUsd(hosts))}{' '}
        <span className="block text-sm font-normal tracking-normal text-muted">
          {buys}, {likelyHas(spec)}
        </span>
      </p>
      <p className="text-sm">{bounds}</p>
      <Why>
        <ul className="mt-1 grid gap-1 text-xs text-muted">
          {likelyCostLines(takes, hosts).map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>Instances alone, without disks, public addresses, traffic and taxes.</li>
        </ul>
      </Why>
    </div>
  );
}
