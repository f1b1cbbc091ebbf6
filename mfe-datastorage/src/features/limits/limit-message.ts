import type { Capacity } from '../../lib/capacity.ts'

/** Message of reached upload limits (D3-4-32 to D3-4-35); null while there is capacity. */
export const limitMessage = ({ bytes, files }: Capacity): string | null => {
  if (bytes > 0 && files > 0) return null
  const reached = bytes <= 0 && files <= 0 ? 'image and storage limits' : bytes <= 0 ? 'storage limits' : 'image limits'
  return `You cannot add new images. Your organization reached its ${reached}.`
}
