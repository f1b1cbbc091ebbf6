import { formatNumber } from '@lamella/shared/ui'
import type { DrawnObject } from './drawn-objects.ts'
import type { LabelsById } from './use-labels.ts'

/** For which labels of the project a region is exhaustively annotated, in words; null: for none. */
export const coverageText = ({ labels }: Pick<DrawnObject, 'labels'>, byId: LabelsById): string | null => {
  const marked = labels.filter((id) => byId.has(id)).length
  if (marked === 0) return null
  const which = marked === byId.size ? 'all labels' : `${formatNumber(marked)} of ${formatNumber(byId.size)} labels`
  return `exhaustively annotated for ${which}`
}

/** What stands over a region in the picture; null: it is none. */
export const plateOf = ({ name, labels }: Pick<DrawnObject, 'name' | 'labels'>, byId: LabelsById): string | null => {
  const coverage = name === null ? null : coverageText({ labels }, byId)
  return coverage === null ? name : `${name}  ✓ ${coverage}`
}
