import type { Scale } from '@lamella/shared/contract'
import type { PixelSize } from '../sources/pixel-source.ts'

/** The scale of an image, by its pixel size. */
export const scaleOf = ({ pixelSizeUm }: { pixelSizeUm: PixelSize | null }): Scale =>
  pixelSizeUm ? { source: 'known', um: pixelSizeUm } : { source: 'unknown' }
