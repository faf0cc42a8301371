import { ImageResponse } from 'next/og';
import { lately } from '@/features/share/lately';
import { PreviewPicture } from '@/features/share/preview-picture';
import { type ReadPreview, readPreview } from '@/features/share/read-preview';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';
export const alt = 'The answer of the shared page and its picture';

/** Drawing costs much more than sending: each picture is drawn once, and one at a time. All closed links have the same. */
const drawn = lately<Promise<ArrayBuffer>>(100);
let last: Promise<unknown> = Promise.resolve();

export default async function Image({ params }: { params: Promise<{ token: string }> }) {
  const preview = await readPreview((await params).token);
  // A link that was taken back shows nothing more.
  return new Response(await pictureOf(preview), {
    headers: { 'content-type': contentType, 'cache-control': 'no-store' },
  });
}

function pictureOf(preview: ReadPreview | null): Promise<ArrayBuffer> {
  const key = preview?.etag ?? 'closed';
  const known = drawn.get(key);
  if (known) return known;
  const picture = last.then(() => new ImageResponse(<PreviewPicture preview={preview} />, size).arrayBuffer());
  // One that failed is drawn again when it is asked for again.
  last = picture.catch(() => drawn.drop(key));
  drawn.set(key, picture);
  return picture;
}
