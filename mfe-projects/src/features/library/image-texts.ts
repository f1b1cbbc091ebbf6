import type { Image } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'

/** Text such as "1,380 × 1,484 px"; "–" until the image is decoded. */
export const dimensionsText = ({ width, height }: Image): string =>
  width && height ? `${formatNumber(width)} × ${formatNumber(height)} px` : '–'

const micrometres = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 3 })

/** Text such as "0.50 µm"; "–" when the file does not contain it. */
export const pixelSizeText = ({ pixelSize }: Image): string =>
  pixelSize ? `${micrometres.format(pixelSize.x)} µm` : '–'
