import { UserAvatar } from '@lamella/shared/blocks'
import type { AnnotationCounts } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { Card, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './annotation-counts.module.css'
import type { LabelsById } from './use-labels.ts'

interface Line {
  key: string
  name: string
  mark: ReactNode
  /** Of its bar; null: grey. */
  color: string | null
  count: number
  isChosen: boolean
  onChoose: () => void
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** A bar for each; a click lists only those. Bars are relative to the longest one, shares to all. */
const Bars = ({ title, all, lines }: { title: string; all: number; lines: readonly Line[] }) => {
  const most = Math.max(1, ...lines.map(({ count }) => count))
  return (
    <Card component="section" aria-label={title} className={css.card}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <ul className={css.lines}>
        {lines.map(({ key, name, mark, color, count, isChosen, onChoose }) => (
          <li key={key}>
            <button type="button" className={css.line} aria-pressed={isChosen} onClick={onChoose}>
              {mark}
              <bdi className={css.name}>{name}</bdi>
              <span className={css.count}>{formatNumber(count)}</span>
              <span className={css.share}>{percent(count / Math.max(1, all))}</span>
              <span className={css.track}>
                <span
                  className={css.bar}
                  style={{ width: `${(100 * count) / most}%`, ...(color && { backgroundColor: color }) }}
                />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Regions = ({ regions, markedRegions }: AnnotationCounts) => (
  <Card component="section" aria-label="Regions of interest" className={css.card}>
    <Title order={2} size="h4">
      Regions of interest
    </Title>
    <dl className={css.facts}>
      <dt>Drawn</dt>
      <dd>{formatNumber(regions)}</dd>
      <dt>Exhaustively annotated for a label</dt>
      <dd>{formatNumber(markedRegions)}</dd>
    </dl>
  </Card>
)

interface AnnotationCountsCardsProps {
  counts: AnnotationCounts
  labels: LabelsById
  /** Conditions of the list: a label or a state of labels, and an owner. */
  values: { label: string | null; owner: string | null }
  set: (name: 'label' | 'owner', value: string | null) => void
}

/** How many annotations there are by label and by person, as charts. */
export const AnnotationCountsCards = ({ counts, labels, values, set }: AnnotationCountsCardsProps) => {
  const choose = (name: 'label' | 'owner', value: string) => ({
    isChosen: values[name] === value,
    onChoose: () => set(name, values[name] === value ? null : value),
  })
  const byLabel = counts.labels.flatMap(({ labelId, count }): Line[] => {
    const label = labels.get(labelId)
    if (!label) return []
    const mark = <span className={css.swatch} style={{ backgroundColor: label.color }} />
    return [{ key: labelId, name: label.name, mark, color: label.color, count, ...choose('label', labelId) }]
  })
  const unlabelled: Line = {
    ...{ key: 'unlabeled', name: 'Unlabelled', color: null, count: counts.unlabeled },
    mark: <span className={css.none} />,
    ...choose('label', 'unlabeled'),
  }
  const byPerson = counts.owners.map(
    ({ owner, ownerName, count }): Line => ({
      ...{ key: owner, name: ownerName, color: null, count },
      mark: <UserAvatar id={owner} name={ownerName} size={20} />,
      ...choose('owner', owner),
    }),
  )
  return (
    <aside className={css.cards} aria-label="Counts">
      <Bars title="By label" all={counts.all} lines={counts.unlabeled > 0 ? [...byLabel, unlabelled] : byLabel} />
      <Bars title="By person" all={counts.all} lines={byPerson} />
      {counts.regions > 0 && <Regions {...counts} />}
    </aside>
  )
}
