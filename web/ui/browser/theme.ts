export type Theme = 'dark' | 'light' | 'system';

const KEY = 'millionrps-theme';

/** Runs before the first paint, as text in the page's head: it cannot import anything. */
export const THEME_SCRIPT = `(function(){var t='system';try{t=localStorage.getItem('${KEY}')||t}catch(e){}
document.documentElement.dataset.theme=t==='dark'||t==='light'?t:matchMedia('(prefers-color-scheme: light)').matches?'light':'dark'})()`;

const listeners = new Set<() => void>();
const light = () => window.matchMedia('(prefers-color-scheme: light)');

export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'dark' || stored === 'light' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** The theme that is drawn. */
export function drawnTheme(): 'dark' | 'light' {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage can be forbidden; the theme then holds for this page.
  }
  showTheme(theme);
}

/** Draws a theme without keeping it. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme === 'system' ? (light().matches ? 'light' : 'dark') : theme;
  for (const listener of listeners) listener();
}

/** Tells of a change by this page, by another tab, or of the system. */
export function subscribeToTheme(listener: () => void): () => void {
  const redraw = (): void => showTheme(storedTheme());
  const media = light();
  listeners.add(listener);
  window.addEventListener('storage', redraw);
  media.addEventListener('change', redraw);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', redraw);
    media.removeEventListener('change', redraw);
  };
}
