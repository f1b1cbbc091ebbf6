import type { ParamSchema } from './params-schema.ts'

/**
 * Diameter in pixels of objects of a typical size, kept within the range of its parameter.
 *
 * @param typicalUm - µm
 * @param pixelSize - µm per pixel
 */
export const diameterFromPixelSize = (
  typicalUm: number,
  pixelSize: { x: number; y: number },
  { minimum = 0, maximum = Number.POSITIVE_INFINITY }: Pick<ParamSchema, 'minimum' | 'maximum'>,
): number => Math.min(maximum, Math.max(minimum, typicalUm / Math.sqrt(pixelSize.x * pixelSize.y)))
