'use client';

import type { ImportResult } from '@contract/import';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { post } from '@/api/client';
import { type ChosenFile, toImportFile } from './import-files';

export interface ImportChoice {
  files: ChosenFile[];
  /** Null: a run for each file. */
  joinAs: string | null;
  source: string | null;
}

const send = ({ files, joinAs, source }: ImportChoice, dryRun: boolean, signal?: AbortSignal): Promise<ImportResult> =>
  post('/api/v1/imports', { files: files.map(toImportFile), joinAs, source, dryRun }, { signal });

/** What each file alone would import, so that a refused file does not hide what the others are. */
export function usePreviews(files: ChosenFile[]) {
  return useQueries({
    queries: files.map((file) => ({
      queryKey: ['import-preview', file.key, file.format],
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        send({ files: [file], joinAs: null, source: null }, true, signal),
    })),
  });
}

/** What the files import as one run. */
export function useJoinedPreview(choice: ImportChoice, enabled: boolean) {
  return useQuery({
    queryKey: ['import-preview', 'joined', choice.files.map(({ key, format }) => [key, format]), choice.joinAs],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => send({ ...choice, source: null }, true, signal),
  });
}

export function useImport() {
  const imported = useImported();
  return useMutation({ mutationFn: (choice: ImportChoice) => send(choice, false), onSuccess: imported });
}

/** The reference set that comes with the product. */
export function useImportJournal() {
  const imported = useImported();
  return useMutation({ mutationFn: () => post('/api/v1/imports/journal', undefined), onSuccess: imported });
}

function useImported() {
  const queries = useQueryClient();
  return (): void => {
    void queries.invalidateQueries({ queryKey: ['runs'] });
    void queries.invalidateQueries({ queryKey: ['experiments'] });
    queries.removeQueries({ queryKey: ['import-preview'] });
  };
}
