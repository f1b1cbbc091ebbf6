import type { Image } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'

/** Text such as "1,380 × 1,484 px"; "–" until the image is decoded. */
export const dimensionsText = ({ width, height }: Image): string =>
  width && height ? `${formatNumber(width)} × ${formatNumber(height)} px` : '–'

/** Text such as "3 images". */
export const imagesText = (count: number): string => (count === 1 ? '1 image' : `${formatNumber(count)} images`)

/** Text such as "3 images selected". */
export const selectedText = (count: number): string => `${imagesText(count)} selected`
