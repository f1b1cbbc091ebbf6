import { formatNumber } from '@lamella/shared/ui'

/** Most decimals of a cut: as many as the optical densities of objects are stored with. */
const mostDecimals = 5

/** A cut without the decimals that no text of it shows: what is shown is what is stored. */
export const roundCut = (cut: number): number => Number(cut.toFixed(mostDecimals))

/** Text of a cut in a field for numbers: with all its decimals, at least two. */
export const cutEntry = (cut: number): string => cut.toFixed(mostDecimals).replace(/0{1,3}$/, '')

/** Text of a cut in a sentence, with the decimals of the field: it must not name another number. */
export const cutText = (cut: number): string => {
  const entry = cutEntry(cut)
  return formatNumber(Number(entry), entry.length - entry.indexOf('.') - 1)
}
