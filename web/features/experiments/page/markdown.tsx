import type { ShownResult } from '@contract/comparison';
import { type ComponentProps, useMemo } from 'react';
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown';
import { Embedded } from './embedded';
import { embedOf } from './embeds';

/**
 * Markdown of people. HTML in it stays text, addresses that are no links are dropped, and pictures are links: nothing is
 * fetched from elsewhere by looking at a page.
 */
export function Markdown({ text, result, linked }: MarkdownProps) {
  const parts = useMemo(() => (result ? { ...PARTS, p: paragraphOf(result, linked) } : PARTS), [result, linked]);
  return (
    <div className="max-w-[80ch] text-sm [overflow-wrap:anywhere]">
      <ReactMarkdown components={parts}>{text}</ReactMarkdown>
    </div>
  );
}

interface MarkdownProps {
  text: string;
  /** A link to one of its outcomes or points, alone in its paragraph, shows the figures; null: none does. */
  result: ShownResult | null;
  /** Whoever reads this can open runs. */
  linked: boolean;
}

type Paragraph = ComponentProps<'p'> & ExtraProps;

function paragraphOf(result: ShownResult, linked: boolean) {
  return ({ node, children }: Paragraph) => {
    const [only, ...more] = node?.children ?? [];
    const link = only?.type === 'element' && only.tagName === 'a' && more.length === 0 ? only : null;
    const embed = link && embedOf(String(link.properties.href ?? ''), result);
    if (!embed) return <p className={PARAGRAPH}>{children}</p>;
    return (
      <Embedded embed={embed} result={result} linked={linked}>
        {textOf(link)}
      </Embedded>
    );
  };
}

type LinkElement = Extract<NonNullable<ExtraProps['node']>['children'][number], { type: 'element' }>;

const textOf = ({ children }: LinkElement): string =>
  children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('');

const PARAGRAPH = 'my-2 first:mt-0 last:mb-0';

const LINK = 'text-accent underline-offset-2 hover:underline';

const PARTS: Components = {
  h1: ({ children }) => <h3 className="mb-1 mt-4 text-base font-semibold first:mt-0">{children}</h3>,
  h2: ({ children }) => <h3 className="mb-1 mt-4 text-sm font-semibold first:mt-0">{children}</h3>,
  h3: ({ children }) => <h4 className="mb-1 mt-3 text-sm font-semibold first:mt-0">{children}</h4>,
  h4: ({ children }) => <h5 className="mb-1 mt-3 text-sm font-medium first:mt-0">{children}</h5>,
  p: ({ children }) => <p className={PARAGRAPH}>{children}</p>,
  ul: ({ children }) => <ul className="my-2 list-disc pl-5">{children}</ul>,
  ol: ({ children }) => <ol className="my-2 list-decimal pl-5">{children}</ol>,
  li: ({ children }) => <li className="my-0.5">{children}</li>,
  blockquote: ({ children }) => (
    <blockquote className="my-2 border-l-2 border-line-strong pl-3 text-muted">{children}</blockquote>
  ),
  code: ({ children }) => <code className="font-mono text-xs">{children}</code>,
  pre: ({ children }) => (
    <pre className="my-2 overflow-x-auto rounded-control border border-line bg-raised px-3 py-2">{children}</pre>
  ),
  hr: () => <hr className="my-3 border-line" />,
  a: ({ href, children }) => (
    <a href={href} rel="noopener noreferrer nofollow" className={LINK}>
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} rel="noopener noreferrer nofollow" className={LINK}>
      {alt || 'picture'}
    </a>
  ),
};
