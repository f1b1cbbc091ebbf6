import { call } from '@lamella/shared/api'
import { comparedAtOnce, findSameContent } from '@lamella/shared/contract'

/** An image of the project with the same content as a picked file. */
export interface SameContent {
  id: string
  name: string
}

/** What became known of a file: hashing takes a while for large ones; null: no image has its content. */
export type Comparison = 'comparing' | SameContent | null

type Known = (file: File, comparison: Comparison) => void

const ask = async (projectId: string, body: { sizes: number[]; hashes: string[] }, signal: AbortSignal) =>
  (await call(findSameContent, { params: { projectId }, body: { data: body } }, { action: 'upload.compare', signal }))
    .data

const hexOf = (base64: string): string =>
  [...atob(base64)].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')

const sha256Of = async (file: File, signal: AbortSignal): Promise<string | null> => {
  const { hashOf } = await import('@lamella/shared/upload/file-hash.ts')
  const hash = hashOf(file)
  const stop = (): void => hash.close()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await hash.advanceTo(file.size)
    return hexOf(await hash.digest())
  } catch {
    // A file that cannot be read is told when it is uploaded.
    return null
  } finally {
    signal.removeEventListener('abort', stop)
    hash.close()
  }
}

/**
 * Looks for picked files whose content an image of the project already has. Only files that have the size of an image are read, small ones first.
 *
 * @param onKnown - called for each file of which something became known
 * @param signal - ends the reading
 */
export const compareFiles = async (
  projectId: string,
  files: readonly File[],
  onKnown: Known,
  signal: AbortSignal,
): Promise<void> => {
  for (let from = 0; from < files.length; from += comparedAtOnce) {
    const some = files.slice(from, from + comparedAtOnce)
    const { sizes } = await ask(projectId, { sizes: some.map(({ size }) => size), hashes: [] }, signal)
    const candidates = some.filter(({ size }) => sizes.includes(size)).sort((a, b) => a.size - b.size)
    for (const file of candidates) onKnown(file, 'comparing')
    for (const file of candidates) {
      const hash = await sha256Of(file, signal)
      if (signal.aborted) return
      const same = hash === null ? undefined : (await ask(projectId, { sizes: [], hashes: [hash] }, signal)).images[0]
      onKnown(file, same ? { id: same.id, name: same.name } : null)
    }
  }
}
