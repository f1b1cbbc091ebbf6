import type { Capacity } from '../../lib/capacity.ts'

/** Why nothing can be uploaded (document 3 §4); null while there is room. */
export const limitMessage = ({ bytes, files }: Capacity): string | null => {
  if (bytes > 0 && files > 0) return null
  const reached = bytes <= 0 && files <= 0 ? 'image and storage limits' : bytes <= 0 ? 'storage limits' : 'image limits'
  return `You cannot add new images. Your organization reached its ${reached}.`
}
