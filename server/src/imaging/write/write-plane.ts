import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import type { BandPlane, ImageSource, Plane } from '../image-source.ts'
import type { Sample } from '../plan.ts'
import { allocateSamples, type SampleType } from '../sample-type.ts'
import { writeBandPyramid } from './band-pyramid.ts'
import { writeDeflatePyramid, writeJpegPyramid } from './sharp-pyramid.ts'

/** Format and path of a pyramid to be written. */
export interface PlaneOutput {
  /** The sample of RGB pixels to keep; null: all of them. */
  sample: Sample | null
  encoding: 'jpeg' | 'deflate'
  file: string
}

/** Writes one plane as one pyramid file. @throws ImagingError when it cannot be decoded */
export async function writePlane(source: ImageSource, plane: Plane, { sample, encoding, file }: PlaneOutput) {
  if (plane.via === 'sharp') {
    const image = sample === null ? plane.open() : plane.open().extractChannel(sample)
    return encoding === 'jpeg' ? writeJpegPyramid(image, file) : writeDeflatePyramid(image, file)
  }
  const { width, height, type } = source
  if (encoding === 'deflate') {
    const single = sample === null ? plane : oneSample(plane, sample, type)
    return writeBandPyramid({ width, height, type, samples: 1, plane: single }, file)
  }
  const flat = `${file}.flat`
  await writeBandPyramid({ width, height, type, samples: 3, plane }, flat, false)
  await writeJpegPyramid(sharp(flat, { limitInputPixels: false }), file)
  await rm(flat)
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
