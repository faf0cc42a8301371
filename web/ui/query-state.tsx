import { capitalised } from '@rules/words/text';
import { Button } from './button';
import { ErrorNotice } from './error-notice';
import { Panel } from './panel';
import { SkeletonRows } from './skeleton';

interface QueryStateProps {
  query: { isPending: boolean; error: unknown; refetch: () => unknown };
  /** 'the hosts'. */
  what: string;
  /** How many lines stand there while it is on its way. */
  rows: number;
  /** Where it stands: by itself, in a panel that reaches its edges, or among other things. */
  within?: 'page' | 'panel' | 'form';
}

/** What stands in the place of data that is on its way, and what says that it could not be had. */
export function QueryState({ query: { isPending, error, refetch }, what, rows, within = 'page' }: QueryStateProps) {
  if (isPending) {
    const skeleton = <SkeletonRows rows={rows} label={`Loading ${what}`} />;
    return within === 'page' ? <Panel flush>{skeleton}</Panel> : skeleton;
  }
  if (!error) return null;
  const title = `${capitalised(what)} could not be loaded`;
  const notice = <ErrorNotice title={title} error={error} retry={() => refetch()} />;
  return within === 'panel' ? <div className="px-4 pb-4 sm:px-5">{notice}</div> : notice;
}

interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  children?: string;
}

/** Absent after the last page. */
export function LoadMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, children }: LoadMoreProps) {
  if (!hasNextPage) return null;
  return (
    <Button className="justify-self-start" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
      {isFetchingNextPage ? 'Loading …' : (children ?? 'Load more')}
    </Button>
  );
}
