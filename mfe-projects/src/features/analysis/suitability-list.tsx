import { Badge, Card, Title } from '@mantine/core'
import css from './suitability-list.module.css'
import type { CheckedImage } from './use-suitability.ts'

/** Word and colour of each state; the word alone is enough to understand it. */
const looks = {
  checking: { word: 'Checking', color: 'gray' },
  failed: { word: 'Not checked', color: 'gray' },
  fits: { word: 'Fits', color: 'green' },
  doubtful: { word: 'Doubtful', color: 'yellow' },
  refused: { word: 'Refused', color: 'red' },
} as const

/** Says of each chosen image whether it suits the application, and why not. Images without an answer are left out. */
export const SuitabilityList = ({ checked }: { checked: readonly CheckedImage[] }) => {
  const shown = checked.flatMap(({ state, ...rest }) => (state === 'unknown' ? [] : [{ ...rest, look: looks[state] }]))
  if (shown.length === 0) return null
  return (
    <Card component="section" aria-label="Suitability">
      <Title order={2} size="h3" mb="md">
        Suitability
      </Title>
      <ul className={css.list} aria-live="polite">
        {shown.map(({ image, look, reasons }) => (
          <li key={image.id}>
            <div className={css.head}>
              <span className={css.name}>{image.name}</span>
              <Badge variant="light" color={look.color} className={css.word}>
                {look.word}
              </Badge>
            </div>
            {reasons.map((reason) => (
              <p key={reason} className={css.reason}>
                {reason}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  )
}
