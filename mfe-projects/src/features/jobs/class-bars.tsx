import type { JobResult } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { Card, Title } from '@mantine/core'
import css from './class-bars.module.css'

/** Bar chart of the objects per class, in the class's colour, with count and share. */
export const ClassBars = ({ classes }: { classes: JobResult['classes'] }) => {
  const total = classes.reduce((sum, { count }) => sum + count, 0)
  const highest = Math.max(1, ...classes.map(({ count }) => count))
  return (
    <Card component="section" aria-label="Objects by class">
      <Title order={2} size="h3" mb="md">
        Objects by class
      </Title>
      <ul className={css.bars}>
        {classes.map(({ name, color, count }) => (
          <li key={name}>
            <span className={css.name}>{name}</span>
            <span className={css.track}>
              <span className={css.bar} style={{ width: `${(count / highest) * 100}%`, backgroundColor: color }} />
            </span>
            <span className={css.count}>{formatNumber(count)}</span>
            <span className={css.share}>{total === 0 ? '–' : `${formatNumber((count / total) * 100, 1)} %`}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
