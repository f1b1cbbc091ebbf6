import type { Classification, JobResult } from '@lamella/shared/contract'
import { CardHeader, formatNumber } from '@lamella/shared/ui'
import { Card, SegmentedControl, Skeleton } from '@mantine/core'
import { type CSSProperties, lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { BinsTable } from './bins-table.tsx'
import { moveCut } from './correction.ts'
import { CutRow } from './cut-row.tsx'
import { cutText } from './cut-text.ts'
import css from './cuts-card.module.css'
import { axisEndOf, binsOf } from './histogram-bins.ts'
import { scoreFormulas } from './score-formula.ts'
import type { CorrectionChanges } from './use-correction.ts'
import { codesFor, type ObjectValues } from './use-object-values.ts'

/** With the library most of the page's code, and the numbers are shown without it. */
const HistogramChart = lazy(() => import('./histogram-chart.tsx'))

/** Left and right edge of the plot in pixels: the room for the numbers of the axis. */
const insets = [36, 8] as const
const plot = { '--plot-start': `${insets[0]}px`, '--plot-end': `${insets[1]}px` } as CSSProperties

interface CutsCardProps {
  classification: Classification
  /** Column that is cut. */
  column: JobResult['columns'][number]
  values: ObjectValues
  figures: JobResult['figures']
  classes: JobResult['classes']
  changes: CorrectionChanges
  /** What can be done with the changes. */
  children: ReactNode
}

/**
 * Distribution of the column that divides the objects into classes, with its cuts, what they yield, and the score; for
 * objects of a single class only the distribution.
 */
export const CutsCard = ({ classification, column, values, figures, classes, changes, children }: CutsCardProps) => {
  const [look, setLook] = useState('chart')
  const { cuts } = changes.now
  const numbers = values.columns[classification.column] ?? new Float64Array()
  const range = useMemo(
    () => [classification.minimum, axisEndOf(numbers, classification)] as const,
    [numbers, classification],
  )
  // Drawing the chart takes longer than a frame: the sliders and the overlay do not wait for it.
  const drawn = useDeferredValue(changes.now)
  const bins = useMemo(() => {
    const codes = codesFor(values, classification, drawn.cuts)
    return binsOf(numbers, codes, classification.classes.length, drawn.leftOut, range, classification.step)
  }, [numbers, values, classification, drawn, range])
  const cutsText = cuts.map(cutText).join(', ')
  const total = classes.reduce((sum, { count }) => sum + count, 0)
  const { title, unit } = column
  const label = [
    `Histogram of ${title}: ${formatNumber(total)} ${classification.objects}`,
    cutsText && `cuts at ${cutsText}`,
  ]
    .filter(Boolean)
    .join(', ')
  const move = (index: number) => (to: number) =>
    changes.change((before) => ({ ...before, cuts: moveCut(before.cuts, index, to) }), `cut ${index}`)
  return (
    <Card padding={0} className={css.card} component="section" aria-label={`Distribution of ${title}`}>
      <CardHeader title={unit ? `${title}, ${unit}` : title}>
        <SegmentedControl
          size="xs"
          aria-label="Distribution as"
          data={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
          value={look}
          onChange={setLook}
        />
      </CardHeader>
      <div className={css.body}>
        {look === 'table' ? (
          <BinsTable
            label={`Objects by ${title}`}
            bins={bins}
            classes={classification.classes}
            decimals={classification.step < 1 ? 2 : 0}
          />
        ) : (
          <div className={css.chart} role="img" aria-label={label}>
            <Suspense fallback={<Skeleton height={168} radius="md" />}>
              <HistogramChart
                bins={bins}
                classes={classification.classes}
                cuts={drawn.cuts}
                range={range}
                insets={insets}
              />
            </Suspense>
          </div>
        )}
        {cuts.length > 0 && (
          <ul className={css.rows} style={plot} aria-label="Objects by class">
            {classes.map(({ name, color, count }, code) => (
              <li key={name} className={css.row}>
                <span className={css.name}>
                  <i style={{ backgroundColor: color }} />
                  {name}
                </span>
                {code === 0 && <span className={css.first}>below the first cut</span>}
                {code > 0 && (
                  <CutRow
                    name={name}
                    title={title}
                    value={cuts[code - 1] ?? 0}
                    range={range}
                    step={classification.step}
                    onChange={move(code - 1)}
                    onFinish={changes.finish}
                  />
                )}
                <span className={css.count}>{formatNumber(count)}</span>
                <span className={css.share}>{total === 0 ? '–' : `${formatNumber((100 * count) / total, 1)} %`}</span>
              </li>
            ))}
          </ul>
        )}
        {scoreFormulas(figures, classification, classes).map(({ figure, words, numbers: sum, highest }) => (
          <p key={figure.key} className={css.score}>
            <strong>{formatNumber(figure.value, figure.decimals)}</strong> {figure.title}, from 0 to {highest}: {words}
            {sum && `, here ${sum}`}.
          </p>
        ))}
      </div>
      {children}
    </Card>
  )
}
