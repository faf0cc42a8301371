import { ImageResponse } from 'next/og';
import { PreviewPicture } from '@/features/share/preview-picture';
import { readPreview } from '@/features/share/read-preview';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';
export const alt = 'Throughput and latency of the shared runs';

export default async function Image({ params }: { params: Promise<{ token: string }> }) {
  return new ImageResponse(<PreviewPicture preview={await readPreview((await params).token)} />, {
    ...size,
    // A link that was taken back shows nothing more.
    headers: { 'cache-control': 'no-store' },
  });
}
