import { type AutomaticDiameter, diameterFromPixelSize } from '@lamella/shared/contract'
import * as z from 'zod'
import type { Levels } from '../../learning/dataset/field.ts'
import { estimateDiameter } from '../../learning/inference/estimate-diameter.ts'
import type { InterleavedSource } from '../../learning/inference/interleaved-source.ts'
import type { Network } from '../../learning/inference/network.ts'
import type { RunContext } from '../applications/application.ts'
import { runWorkUnits } from '../runtime/work-units.ts'
import type { PixelSource } from '../sources/pixel-source.ts'

/** Diameter that nuclei are searched with, and where it comes from. */
export interface NucleusDiameter {
  /** Pixels of the image. */
  px: number
  from: 'given' | 'pixel size' | 'estimated' | 'roughly estimated' | 'assumed'
}

/** A smaller nucleus has no shape, and the image would only be enlarged. For larger ones the network needs much of the image at once. */
const RANGE = { minimum: 5, maximum: 200 } as const

const estimated = z.object({ diameter: z.number().nullable(), isDoubtful: z.boolean() })

/** µm per pixel at a magnification of 1: slide scanners have 0.5 at 20× and 0.25 at 40×, cameras from half to as much. */
const UM_AT_ONE = 10

/** Of a typical nucleus by the magnification alone, pixels; null: it is not known. */
export const expectedDiameter = (
  typicalUm: number,
  { magnification }: Pick<PixelSource, 'magnification'>,
): number | null => (magnification ? (typicalUm * magnification) / UM_AT_ONE : null)

interface Known extends AutomaticDiameter {
  /** By the user, pixels; null: automatic. */
  given: number | null
  image: Pick<PixelSource, 'pixelSizeUm' | 'magnification'>
}

/**
 * Settles the diameter of typical nuclei: given by the user, following from the pixel size, or estimated from the image (a work unit).
 * Where nothing looks like nuclei at any scale, that of the network is assumed.
 */
export async function nucleusDiameterOf(
  { given, image, typicalUm, estimateFirst }: Known,
  { network, source, levels }: { network: Network; source: InterleavedSource; levels: readonly Levels[] },
  context: RunContext,
  progress: readonly [number, number],
): Promise<NucleusDiameter> {
  if (given !== null) return { px: given, from: 'given' }
  const { pixelSizeUm } = image
  const known = pixelSizeUm && diameterFromPixelSize(typicalUm, pixelSizeUm, RANGE)
  if (known && !estimateFirst) return { px: known, from: 'pixel size' }
  const work = async () => {
    const expected = expectedDiameter(typicalUm, image)
    const { diameter, isDoubtful } = await estimateDiameter(network, source, levels, expected)
    return { diameter, isDoubtful }
  }
  const [outcome] = await runWorkUnits([{ name: 'diameter', work }], estimated, context, progress)
  if (outcome?.diameter) return { px: outcome.diameter, from: outcome.isDoubtful ? 'roughly estimated' : 'estimated' }
  return known ? { px: known, from: 'pixel size' } : { px: network.card.diameter, from: 'assumed' }
}

/** How the provenance and the measurement say where a diameter comes from. @param typicalUm as in `nucleusDiameterOf` */
export const diameterSource = ({ from }: NucleusDiameter, typicalUm: number): string =>
  ({
    given: 'given by the user',
    'pixel size': `from the pixel size, for nuclei of ${typicalUm} µm`,
    estimated: 'estimated from the image',
    'roughly estimated': 'estimated from the image, but doubtful: give it where the outlines do not fit the nuclei',
    assumed: 'assumed: nothing in the image looks like nuclei',
  })[from]

/** The parameter of it. @param inWords what happens where it is empty */
export const diameterParam = (inWords: string, automaticDiameter: AutomaticDiameter) =>
  z
    .number()
    .min(RANGE.minimum)
    .max(RANGE.maximum)
    .nullable()
    .default(null)
    .meta({
      title: 'Nucleus diameter',
      description: `Of a typical nucleus, in pixels of the image. Empty: ${inWords}.`,
      unit: 'px',
      step: 1,
      emptyMeans: 'automatic',
      automaticDiameter,
    })
