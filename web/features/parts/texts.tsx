import { ConfigurationFilePlace } from '@/ui/configuration-file-place';
import { HashText } from '@/ui/hash-text';
import { IdTail } from '@/ui/id-tail';
import { KeptEnd } from '@/ui/kept-end';
import { KernelValue } from '@/ui/kernel-value';
import { Why } from '@/ui/why';
import { Room, Specimen } from './specimen';

export function Texts() {
  return (
    <Room id="texts" title="Texts">
      <Specimen of="why">
        <p className="text-sm">Client and server share 2 CPUs at 93 %; can’t tell which ran out first.</p>
        <Why>
          <p className="mt-1">1.86 of 2 CPUs were busy, 0.38 by the tool.</p>
        </Why>
      </Specimen>
      <Specimen of="hash-text">
        <p>
          <HashText hash={'0123456789abcdef'.repeat(4)} of="the program" />
        </p>
      </Specimen>
      <Specimen of="id-tail">
        <p className="text-sm">
          nightly /simple <IdTail id="01890000-0000-7000-8000-00000000c0de" tail="…c0de" />
        </p>
      </Specimen>
      <Specimen of="kept-end">
        <div className="grid max-w-44 gap-1 text-sm">
          <KeptEnd text="nightly /simple on two hosts" />
          <KeptEnd text="nightly /simple on two hosts, again" />
        </div>
      </Specimen>
      <Specimen of="kernel-value">
        <p>
          <KernelValue text="ffffffff,ffffffff,0000ffff" /> <KernelValue text="" quiet />
        </p>
      </Specimen>
      <Specimen of="configuration-file-place">
        <p className="text-sm">
          The host’s configuration file is <ConfigurationFilePlace />.
        </p>
      </Specimen>
    </Room>
  );
}
