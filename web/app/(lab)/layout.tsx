import type { ReactNode } from 'react';
import { AppShell } from '@/features/shell/app-shell';
import { Toaster } from '@/ui/toaster';

export default function LabLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <AppShell>{children}</AppShell>
      <Toaster />
    </>
  );
}
