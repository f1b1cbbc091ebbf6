import type { Label } from '@lamella/shared/contract'
import css from './label-names.module.css'
import type { LabelsById, RankedLabel } from './use-labels.ts'

/** The labels that are known, in the order of the project; a deleted one is left out. */
export const labelsIn = (ids: readonly string[], byId: LabelsById): RankedLabel[] =>
  ids.flatMap((id) => byId.get(id) ?? []).sort((one, other) => one.rank - other.rank)

/** Labels of an object: their colours, and their names. */
export const LabelNames = ({ labels }: { labels: readonly Label[] }) => {
  const names = labels.map(({ name }) => name).join(', ')
  if (labels.length === 0) return <span className={css.none}>Unlabelled</span>
  return (
    <span className={css.names} title={names}>
      {labels.map(({ id, color }) => (
        <span key={id} className={css.swatch} style={{ backgroundColor: color }} />
      ))}
      <bdi className={css.name}>{names}</bdi>
    </span>
  )
}
