'use client';

import { Download } from 'lucide-react';
import { createContext, useContext, useRef } from 'react';
import { IconButton } from '@/ui/button';
import { Menu, MenuItem } from '@/ui/menu';
import { showToast } from '@/ui/toast';

/** Whose pictures a page shows: the name of a run, or of what is compared. It stands above every saved picture. */
export const PicturesOf = createContext('');

interface PictureMenuProps {
  title: string;
  /** Of the data that is drawn now. */
  csv: () => Promise<string>;
  /** It is painted: there is no drawing of it to save. */
  painted?: boolean;
  /** What people wrote of what is shown: its numbers stand in the picture, its words go beneath. */
  notes?: { number: number; text: string }[];
}

/** Copies or saves the picture that it stands in: the nearest element with `data-picture`. */
export function PictureMenu({ title, csv, painted = false, notes = [] }: PictureMenuProps) {
  const of = useContext(PicturesOf);
  const place = useRef<HTMLSpanElement>(null);
  const save = async (work: 'copyPicture' | 'savePicturePng' | 'savePictureSvg' | 'saveCsv'): Promise<void> => {
    const element = place.current?.closest('[data-picture]');
    if (!element) return;
    try {
      const tools = await import('./save-picture');
      await tools[work]({ element, of, title, csv, notes });
      if (work === 'copyPicture') showToast({ title: 'Copied as an image.' });
    } catch {
      const sentence =
        work === 'copyPicture'
          ? 'The browser did not let the page copy an image. Save it as PNG instead.'
          : 'The picture could not be saved. Load the page again and retry.';
      showToast({ title: sentence, bad: true });
    }
  };
  return (
    <span ref={place} data-not-saved="" className="print:hidden">
      <Menu
        align="end"
        trigger={
          <IconButton label={`Save or copy: ${title}`} className="max-sm:size-11">
            <Download aria-hidden className="size-3.5" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => void save('copyPicture')}>Copy image</MenuItem>
        <MenuItem onSelect={() => void save('savePicturePng')}>Save as PNG</MenuItem>
        {!painted && <MenuItem onSelect={() => void save('savePictureSvg')}>Save as SVG</MenuItem>}
        <MenuItem onSelect={() => void save('saveCsv')}>Save data as CSV</MenuItem>
      </Menu>
    </span>
  );
}
