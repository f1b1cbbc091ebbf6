import type { ImageView } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'

/** More digits than a float of 16 bit or a display has, and fewer than hide what matters. */
const digits = 5
const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: digits })
const scientific = new Intl.NumberFormat('en', { maximumSignificantDigits: digits, notation: 'scientific' })

/**
 * A sample as text: whole numbers whole, floats with five significant digits, in powers of ten where they are very
 * small or large. Not a number and infinity are values of the file and shown as such.
 */
export const formatSample = (value: number, format: ImageView['sampleFormat']): string => {
  if (!format.startsWith('float')) return formatNumber(value)
  if (!Number.isFinite(value)) return `${value}`.replace('-', '−')
  const size = Math.abs(value)
  const text = size === 0 || (size >= 1e-3 && size < 1e6) ? plain.format(value) : scientific.format(value)
  return text.replaceAll('-', '−')
}
