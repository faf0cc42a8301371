import { hostOfUrl, isLoopback } from '@rules/hosts/ip-address';
import { Notice } from '@/ui/notice';

/** That an address leads to this machine alone, and how to give the instance one that others reach; nothing for any other. */
export function OnlyHere({ url, then }: { url: string; then: string }) {
  const host = hostOfUrl(url);
  if (host === null || !isLoopback(host)) return null;
  const { port } = new URL(url);
  const start = `${port && port !== '3000' ? `PORT=${port} ` : ''}HOST=0.0.0.0 MILLIONRPS_TLS=self-signed MILLIONRPS_URL=https://10.0.0.5${port && `:${port}`}`;
  return (
    <Notice kind="warn" title="Only this machine can open it.">
      {new URL(url).host} is the machine’s own address. For others, start the instance with{' '}
      <code className="font-mono text-xs">{start}</code>, with an address of this machine that they reach. {then}
    </Notice>
  );
}
