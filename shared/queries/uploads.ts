import { call, callAllPages } from '@lamella/shared/api'
import { type FileUpload, listUploads, uploadConfig } from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineQuery } from './define-query.ts'
import { fatalPage } from './query-meta.ts'

const list = ['uploads'] as const

/**
 * The user's uploads that are not finished.
 * @param keep - filter applied when the list arrives: its state of uploads of this page is soon outdated
 */
export const uploadsQuery = (keep: (uploads: FileUpload[]) => FileUpload[]) =>
  defineQuery({
    queryKey: list,
    queryFn: async ({ signal }) => keep(await callAllPages(listUploads, {}, { signal, action: 'uploads.list' })),
    meta: { errorPage: fatalPage, changedBy: ({ type }) => type === 'image' },
  })

/** Maximum sizes of a file and of a part. They change only with the server's configuration. */
export const uploadConfigQuery = defineQuery({
  queryKey: ['upload-config'],
  queryFn: async ({ signal }) => (await call(uploadConfig, {}, { signal, action: 'upload.config' })).data,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { errorPage: fatalPage },
})

/** Invalidates after an upload was cancelled. */
export const uploadsChanged = (queries: QueryClient): Promise<void> => queries.invalidateQueries({ queryKey: list })
