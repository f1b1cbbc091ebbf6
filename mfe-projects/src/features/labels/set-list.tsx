import type { Label, LabelSet } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { UnstyledButton } from '@mantine/core'
import css from './set-list.module.css'

interface SetListProps {
  sets: readonly LabelSet[]
  labels: readonly Label[]
  chosen: string
  onChoose: (id: string) => void
}

const counted = (count: number, noun: string): string => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

/** E.g. "5 labels, 2,248 annotations"; without the latter where the server does not count them. */
export const factsOfSet = (labels: readonly Label[]): string => {
  const counts = labels.map(({ labelAssignmentCount }) => labelAssignmentCount)
  const isCounted = counts.every((count) => count !== undefined)
  const annotations = counts.reduce<number>((sum, count = 0) => sum + count, 0)
  const words = counted(labels.length, 'label')
  return isCounted && labels.length > 0 ? `${words}, ${counted(annotations, 'annotation')}` : words
}

/** The label sets of a project, of which one is shown. */
export const SetList = ({ sets, labels, chosen, onChoose }: SetListProps) => (
  <nav className={css.list} aria-label="Label sets">
    {sets.map(({ id, name }) => (
      <UnstyledButton
        key={id}
        className={css.set}
        aria-current={id === chosen || undefined}
        onClick={() => onChoose(id)}
      >
        <bdi className={css.name}>{name}</bdi>
        <span className={css.facts}>{factsOfSet(labels.filter(({ labelset }) => labelset === id))}</span>
      </UnstyledButton>
    ))}
  </nav>
)
