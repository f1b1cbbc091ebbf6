import type { BandPlane, Plane, SceneSource } from '../image-source.ts'
import type { Plan, Sample } from '../plan.ts'
import { allocateSamples, type SampleType } from '../sample-type.ts'
import { writeBandPyramid } from './band-pyramid.ts'
import { writeColourPyramid } from './colour-pyramid.ts'
import type { LevelPicture } from './kept-levels.ts'
import { writeDeflatePyramid } from './sharp-pyramid.ts'
import { deflateTiles } from './tile-encodings.ts'

/** Content and path of a pyramid to be written. */
interface PlaneOutput {
  /** The sample of RGB pixels to keep; null: all of them. */
  sample: Sample | null
  photometric: Plan['photometric']
  file: string
}

/**
 * Writes one plane as one pyramid file.
 *
 * @returns small levels of a picture that are in memory anyway; none otherwise
 * @throws ImagingError when it cannot be decoded
 */
export async function writePlane(
  source: SceneSource,
  plane: Plane,
  { sample, photometric, file }: PlaneOutput,
): Promise<LevelPicture[]> {
  if (photometric === 'rgb') return writeColourPyramid(source, plane, file)
  if (plane.via === 'sharp') {
    await writeDeflatePyramid(sample === null ? plane.open() : plane.open().extractChannel(sample), file)
    return []
  }
  const { width, height, type } = source
  const single = sample === null ? plane : oneSample(plane, sample, type)
  return writeBandPyramid({ width, height, type, samples: 1, plane: single }, file, deflateTiles)
}

const oneSample = (plane: BandPlane, sample: number, type: SampleType): BandPlane => ({
  via: 'bands',
  async rows(top, count) {
    const pixels = await plane.rows(top, count)
    const single = allocateSamples(type, pixels.length / 3)
    for (let i = 0; i < single.length; i++) single[i] = pixels[3 * i + sample] ?? 0
    return single
  },
})
