import { call, callAllPages } from '@lamella/shared/api'
import { type FileUpload, listUploads, uploadConfig } from '@lamella/shared/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fatalPage } from './query-meta.ts'

const list = ['uploads'] as const

/**
 * The user's uploads that are not finished.
 * @param keep - applied when the list arrives: what it says of this page's own uploads is outdated soon after
 */
export const uploadsQuery = (keep: (uploads: FileUpload[]) => FileUpload[]) =>
  queryOptions({
    queryKey: list,
    queryFn: async ({ signal }) => keep(await callAllPages(listUploads, {}, { signal, action: 'uploads.list' })),
    meta: { errorPage: fatalPage, changedBy: ({ type }) => type === 'image' },
  })

/** The server's limits of one file and one part; they change with its configuration only. */
export const uploadConfigQuery = queryOptions({
  queryKey: ['upload-config'],
  queryFn: async ({ signal }) => (await call(uploadConfig, {}, { signal, action: 'upload.config' })).data,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { errorPage: fatalPage },
})

/** An upload was cancelled. */
export const uploadsChanged = (queries: QueryClient): Promise<void> => queries.invalidateQueries({ queryKey: list })
