import { call } from '@lamella/shared/api'
import { organisationStorage, uploadConfig } from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Capacity } from '../../lib/capacity.ts'

export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: async ({ signal }) =>
    (await call(organisationStorage, {}, { signal, local: true, action: 'upload.storage' })).data,
})

export const uploadConfigQuery = queryOptions({
  queryKey: ['upload-config'],
  queryFn: async ({ signal }) => (await call(uploadConfig, {}, { signal, local: true, action: 'upload.config' })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Why nothing can be uploaded (document 3 §4); null while there is room. */
export const limitMessage = ({ bytes, files }: Capacity): string | null => {
  if (bytes > 0 && files > 0) return null
  const reached = bytes <= 0 && files <= 0 ? 'image and storage limits' : bytes <= 0 ? 'storage limits' : 'image limits'
  return `You cannot add new images. Your organization reached its ${reached}.`
}
