import type { ReactNode } from 'react';
import { Toaster } from '@/components/toast';
import { AppShell } from '@/features/shell/app-shell';

export default function LabLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <AppShell>{children}</AppShell>
      <Toaster />
    </>
  );
}
