import { classIndexOf } from '@lamella/shared/contract'
import { stainsFor } from '../src/analysis/nuclei/dab-nuclei.ts'
import { DAB_CLASSES } from '../src/analysis/nuclei/dab-result.ts'
import { surveyBrightField } from '../src/analysis/nuclei/survey-bright-field.ts'
import { deconvolve } from '../src/analysis/operators/color-deconvolution.ts'
import type { Region } from '../src/analysis/runtime/tiles.ts'
import type { Picture } from './images.ts'

const regionOf = ({ rgb, width }: Picture, region: Region): Uint8Array => {
  const part = new Uint8Array(region.width * region.height * 3)
  for (let y = 0; y < region.height; y++) {
    const from = ((region.top + y) * width + region.left) * 3
    part.set(rgb.subarray(from, from + region.width * 3), y * region.width * 3)
  }
  return part
}

/** Which nuclei of a picture DAB scoring calls positive, with its defaults: white point and stain vectors of the picture, its lowest cut. */
export async function positiveNuclei(picture: Picture): Promise<(labels: Int32Array) => (label: number) => boolean> {
  const { width, height } = picture
  const source = { width, height, pixelSizeUm: null, read: async (region: Region) => regionOf(picture, region) }
  const survey = await surveyBrightField(
    source,
    { onProgress: () => undefined, checkpoints: { read: async () => undefined, write: async () => undefined } },
    [0, 1],
  )
  const { dab } = deconvolve(picture.rgb, picture, survey.whitePoint, stainsFor('estimated', survey).vectors)
  return (labels) => {
    const sums = new Map<number, { dab: number; pixels: number }>()
    for (const [i, label] of labels.entries()) {
      const sum = sums.get(label) ?? { dab: 0, pixels: 0 }
      sum.dab += dab[i] ?? 0
      sum.pixels += 1
      sums.set(label, sum)
    }
    return (label) => {
      const sum = sums.get(label)
      return sum !== undefined && classIndexOf(sum.dab / sum.pixels, DAB_CLASSES.cuts) > 0
    }
  }
}
