'use client';

import Link from 'next/link';
import { type ComponentProps, useState } from 'react';

/** A link to another page whose scripts come once it is pointed at or has the focus, not with the page that it stands on. */
export function HoverLink(props: ComponentProps<typeof Link>) {
  const [near, setNear] = useState(false);
  return (
    <Link
      {...props}
      prefetch={near ? null : false}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
    />
  );
}
