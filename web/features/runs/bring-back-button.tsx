'use client';

import { Button } from '@/ui/button';
import { useMay } from '../shell/use-session';
import { useBringBack } from './run-changes';

interface BringBackButtonProps {
  runIds: string[];
  look?: 'plain' | 'primary';
  onBack?: () => void;
}

/** Hidden for people who may not restore runs. */
export function BringBackButton({ runIds, look = 'primary', onBack }: BringBackButtonProps) {
  const mayOperate = useMay('operator');
  const bringBack = useBringBack();
  if (!mayOperate) return null;
  return (
    <Button
      look={look}
      disabled={bringBack.isPending}
      onClick={() =>
        bringBack.mutate(
          runIds.map((id) => ({ id, name: 'The run' })),
          { onSuccess: onBack },
        )
      }
    >
      {bringBack.isPending ? 'Bringing back …' : 'Bring back'}
    </Button>
  );
}
