import type { Image } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'

/** Text such as "1,380 × 1,484 px"; "–" until the image is decoded. */
export const dimensionsText = ({ width, height }: Image): string =>
  width && height ? `${formatNumber(width)} × ${formatNumber(height)} px` : '–'
