import type { Image } from '@lamella/shared/contract'
import { formatDay } from '@lamella/shared/ui'

type Sized = Pick<Image, 'pixelSize' | 'pixelSizeOrigin'>

const micrometres = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 3 })

/** Text such as "0.50 µm", or "0.50 × 0.25 µm" of pixels that are not square; "–" when it is not known. */
export const pixelSizeText = ({ pixelSize }: Sized): string => {
  if (!pixelSize) return '–'
  const [x, y] = [micrometres.format(pixelSize.x), micrometres.format(pixelSize.y)]
  return x === y ? `${x} µm` : `${x} × ${y} µm`
}

/** Where the pixel size comes from, such as "set by Jonas Weber, 22 Nov 2026"; null when it is not known. */
export const pixelSizeSource = ({ pixelSize, pixelSizeOrigin: origin }: Sized): string | null => {
  if (origin?.source === 'user') return `set by ${origin.by.fullName}, ${formatDay(new Date(origin.at))}`
  return pixelSize ? 'from the file' : null
}
