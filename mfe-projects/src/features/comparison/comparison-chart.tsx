import { formatNumber, labelColors } from '@lamella/shared/ui'
import { Card, Select, Title, VisuallyHidden } from '@mantine/core'
import type { ComparedFigure, Comparison } from './comparison.ts'
import css from './comparison-chart.module.css'

interface ComparisonChartProps {
  comparison: Comparison
  /** Names of the analyses, by their indices. */
  names: readonly string[]
  figure: ComparedFigure
  onFigure: (id: string) => void
}

/** Colour of an analysis; far more than can be told apart begin anew, and their names are in the table. */
export const analysisColor = (index: number): string => labelColors[index % labelColors.length] ?? ''

/** Figure with its unit, as in titles of columns. */
export const figureTitle = ({ title, unit }: ComparedFigure): string => (unit ? `${title}, ${unit}` : title)

/** One figure of all results as bars, grouped by image and coloured by analysis. */
export const ComparisonChart = ({ comparison, names, figure, onFigure }: ComparisonChartProps) => {
  const { rows, figures } = comparison
  const values = rows.flatMap(({ values }) => values.get(figure.id) ?? [])
  // Bars begin at 0, which has to be in view.
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const span = high - low || 1
  return (
    <Card component="section" aria-label="Figure by image">
      <div className={css.head}>
        <Title order={2} size="h3">
          By image
        </Title>
        <Select
          aria-label="Figure"
          data={figures.map((each) => ({ value: each.id, label: figureTitle(each) }))}
          value={figure.id}
          onChange={(id) => id && onFigure(id)}
          searchable={figures.length > 8}
          className={css.choice}
        />
      </div>
      {names.length > 1 && (
        <ul className={css.legend}>
          {names.map((name, index) => (
            <li key={`${index} ${name}`}>
              <span className={css.swatch} style={{ backgroundColor: analysisColor(index) }} /> {name}
            </li>
          ))}
        </ul>
      )}
      <ul className={css.bars}>
        {rows.map(({ result, analysis, values }, index) => {
          const value = values.get(figure.id)
          const isFirst = rows[index - 1]?.result.image !== result.image
          return (
            <li key={result.id} data-first={isFirst || undefined} title={names[analysis]}>
              <span className={css.name}>
                {isFirst ? result.imageName : <VisuallyHidden>{result.imageName}</VisuallyHidden>}
                <VisuallyHidden>, {names[analysis]}</VisuallyHidden>
              </span>
              <span className={css.track}>
                {typeof value === 'number' && (
                  <span
                    className={css.bar}
                    style={{
                      marginLeft: `${((Math.min(value, 0) - low) / span) * 100}%`,
                      width: `${(Math.abs(value) / span) * 100}%`,
                      backgroundColor: analysisColor(analysis),
                    }}
                  />
                )}
              </span>
              <span className={css.value}>{formatNumber(value ?? null, figure.decimals)}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
