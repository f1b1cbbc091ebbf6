import type { CorrectedResult } from '@lamella/shared/contract'
import { formatTimestamp } from '@lamella/shared/ui'
import { Button, Card, Title } from '@mantine/core'
import css from './left-out-card.module.css'

interface LeftOutCardProps {
  leftOut: ReadonlySet<number>
  /** Who left out what in the stored result. */
  stored: CorrectedResult['leftOut']
  onSelect: (no: number) => void
  onPutBack: (no: number) => void
}

/** Objects that do not count, with who left them out. */
export const LeftOutCard = ({ leftOut, stored, onSelect, onPutBack }: LeftOutCardProps) => {
  const authors = new Map(
    stored.flatMap(({ by, at, objects }) => {
      const text = `${by.fullName}, ${formatTimestamp(new Date(at))}`
      return objects.map((no) => [no, text] as const)
    }),
  )
  return (
    <Card component="section" aria-label="Left out by hand">
      <Title order={2} size="h3" mb="md">
        Left out by hand
      </Title>
      {leftOut.size === 0 ? (
        <p className={css.empty}>No objects. Select one in the picture or the table to leave it out.</p>
      ) : (
        <ul className={css.list}>
          {[...leftOut]
            .sort((a, b) => a - b)
            .map((no) => (
              <li key={no}>
                <Button variant="subtle" size="compact-sm" onClick={() => onSelect(no)}>
                  Object {no}
                </Button>
                <span className={css.who}>{authors.get(no) ?? 'you, not saved'}</span>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Put back object ${no}`}
                  onClick={() => onPutBack(no)}
                >
                  Put back
                </Button>
              </li>
            ))}
        </ul>
      )}
    </Card>
  )
}
