import { sourceInMemory } from '../../sources/pixel-source.ts'
import { sarcomereLength } from './application.ts'

/** What the application finds in a square grey picture. @param side - pixels */
export const run = async (grey: Uint8Array, side: number, pixelSizeUm: { x: number; y: number }) => {
  const type = { bits: 8, format: 'uint' } as const
  const image = { width: side, height: side, pixelSizeUm, type, samplesPerPixel: 1 as const, channels: ['EM'] }
  const { measurements, objects, classes } = await sarcomereLength.run(
    sourceInMemory({ ...image, planes: [[grey]] }),
    {},
  )
  return {
    figures: Object.fromEntries(measurements.map(({ key, value }) => [key, value])),
    classes: classes.map(({ count }) => count),
    lengths: [...(objects.values.length ?? [])],
    bars: [...objects.coordinates],
  }
}
