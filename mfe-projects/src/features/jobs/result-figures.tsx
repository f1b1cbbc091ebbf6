import type { JobResult } from '@lamella/shared/contract'
import { Figure, formatNumber } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import css from './result-figures.module.css'

/** More figures than these are split into two rows of equal length. */
const inOneRow = 6

/** Measurements of a result; "–" for undefined ones (ADR 50). */
export const ResultFigures = ({ figures }: { figures: JobResult['figures'] }) => (
  <Card
    className={css.card}
    component="section"
    aria-label="Figures"
    style={{ '--columns': figures.length > inOneRow ? Math.ceil(figures.length / 2) : figures.length }}
  >
    {figures.map(({ key, title, value, unit, decimals, note }) => (
      <div key={key} className={css.figure} data-figure={key}>
        <Figure label={title} value={formatNumber(value, decimals)} unit={value === null ? undefined : unit} />
        {note !== undefined && <div className={css.note}>{note}</div>}
      </div>
    ))}
  </Card>
)
