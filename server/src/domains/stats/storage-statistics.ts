import type { StorageStatistics } from '@lamella/shared/contract'
import type { StoredFiles } from './repository.ts'

export const storageStatistics = (media: StoredFiles, results: StoredFiles): StorageStatistics => ({
  objectTypes: [
    { type: 'ImageMedium', ...media },
    { type: 'JobResultAsset', ...results },
  ],
  total: { fileCount: media.fileCount + results.fileCount, size: media.size + results.size },
})
