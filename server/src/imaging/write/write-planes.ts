import { join } from 'node:path'
import type { SceneSource } from '../image-source.ts'
import type { Plan } from '../plan.ts'
import { writeBandPyramid } from './band-pyramid.ts'
import type { LevelPicture } from './kept-levels.ts'
import { maximumPlane } from './maximum-plane.ts'
import { deflateTiles } from './tile-encodings.ts'
import { writePlane } from './write-plane.ts'

/** A written pyramid of channel `c` and time point `t`, by its full path; `z` is null of the plane that is shown first. */
export interface PlaneFile {
  c: number
  t: number
  z: number | 'max' | null
  file: string
  /** Levels of the first plane that need not be decoded. */
  kept?: LevelPicture[]
}

/** Share of the progress that is left for statistics and thumbnails. */
const DESCRIBING = 0.1

/**
 * Writes all planes of an image: those shown first, the other Z planes, and, of intensities, the maximum projection of them. Colours have none:
 * the largest red, green and blue need not be of one Z plane.
 *
 * @param target `prefix` of the names of the files
 * @param onProgress called with growing fractions
 * @throws ImagingError when a plane cannot be decoded
 */
export async function writePlanes(
  source: SceneSource,
  plan: Plan,
  { outputDir, prefix }: { outputDir: string; prefix: string },
  onProgress: (fraction: number) => void,
): Promise<PlaneFile[]> {
  const files: PlaneFile[] = []
  const name = (c: number, t: number, z: PlaneFile['z']) =>
    join(outputDir, `${prefix}plane-c${c}-t${t}${z === null ? '' : `-z${z}`}.tif`)
  const withMaximum = plan.zPlanes > 1 && plan.photometric === 'gray'
  const all = plan.planes.length + plan.zStack.length + (withMaximum ? plan.planes.length : 0)
  const add = (plane: PlaneFile) => {
    files.push(plane)
    onProgress((files.length / all) * (1 - DESCRIBING))
  }
  for (const { c, t, at, sample, z } of [...plan.planes.map((plane) => ({ ...plane, z: null })), ...plan.zStack]) {
    const file = name(c, t, z)
    const kept = await writePlane(source, await source.plane(at), { sample, photometric: plan.photometric, file })
    // Histogram and thumbnail of a picture are those of its first plane.
    add({ c, t, z, file, ...(files.length === 0 && { kept }) })
  }
  if (!withMaximum) return files
  const stacks = Map.groupBy(files.slice(), ({ c, t }) => `${c} ${t}`)
  for (const { c, t } of plan.planes) {
    const stack = stacks.get(`${c} ${t}`) ?? []
    const plane = maximumPlane(
      stack.map(({ file }) => file),
      source.type,
    )
    const { width, height, type } = source
    const file = name(c, t, 'max')
    await writeBandPyramid({ width, height, type, samples: 1, plane }, file, deflateTiles)
    add({ c, t, z: 'max', file })
  }
  return files
}
