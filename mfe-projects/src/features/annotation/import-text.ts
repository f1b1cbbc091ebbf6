import type { AnnotationImport, AnnotationImportCounts } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${formatNumber(count)} ${count === 1 ? one : many}`]

/** What became of the objects of a file, such as "12 imported, 1 refused". */
export const countsText = ({ imported, refused, unchanged }: AnnotationImportCounts): string =>
  [
    `${formatNumber(imported)} imported`,
    ...counted(refused, 'refused', 'refused'),
    ...counted(unchanged, 'there already', 'there already'),
  ].join(', ')

/** What is not in the image as it is in the file, in sentences. */
export const notesOf = ({ counts, labelsLeftOut }: Pick<AnnotationImport, 'counts' | 'labelsLeftOut'>): string[] => [
  ...counted(
    counts.cut,
    'reaches beyond the image and was cut at its edge.',
    'reach beyond the image and were cut at its edge.',
  ),
  ...counted(
    counts.repaired,
    'crosses or overlaps itself and is stored as what it covers.',
    'cross or overlap themselves and are stored as what they cover.',
  ),
  ...counted(
    counts.withoutProperties,
    'came without its measurements, which are too large.',
    'came without their measurements, which are too large.',
  ),
  ...(labelsLeftOut.length > 0
    ? [`Without these labels, which the project does not have and could not be given: ${labelsLeftOut.join(', ')}.`]
    : []),
]

/** How far an import is, or how it ended. */
export const statusText = ({ status, isBusy, counts, error }: AnnotationImport): string => {
  if (status === 'running') return `Importing, ${formatNumber(counts.imported)} so far`
  if (status === 'successful') return isBusy ? 'Coming back' : countsText(counts)
  if (isBusy) return 'Being taken back'
  if (status === 'failed') return `Not imported: ${error ?? ''}`
  if (status === 'cancelled') return 'Cancelled, nothing of it stays in the image'
  return error ? `Undone, and could not come back: ${error}` : 'Undone'
}
