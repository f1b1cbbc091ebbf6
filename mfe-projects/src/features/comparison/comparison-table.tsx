import { CardHeader, formatNumber } from '@lamella/shared/ui'
import { Card, Table } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Comparison } from './comparison.ts'
import { analysisColor, figureTitle } from './comparison-chart.tsx'
import css from './comparison-table.module.css'

interface ComparisonTableProps {
  projectId: string
  comparison: Comparison
  /** Names of the analyses, by their indices. */
  names: readonly string[]
}

/** With its sign: 0 has none. */
const signed = (value: number, decimals: number): string => {
  // Neither "+0" nor "−0" of what is rounded away.
  const rounded = Number(value.toFixed(decimals)) || 0
  return `${rounded > 0 ? '+' : ''}${formatNumber(rounded, decimals)}`
}

/** All figures of all results, with the difference from the first result of the same image. */
export const ComparisonTable = ({ projectId, comparison, names }: ComparisonTableProps) => {
  const { rows, figures } = comparison
  return (
    <Card padding={0}>
      <CardHeader title="All figures" count={rows.length} />
      {rows.some(({ differences }) => differences.size > 0) && (
        <p className={css.explanation}>
          Below a value: what it differs by from the first result of the same image and application.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys have to be able to scroll it */}
      <section className={css.scroll} aria-label="Figures of all results" tabIndex={0}>
        <Table className={css.table} aria-label="All figures">
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={css.image}>Image</Table.Th>
              <Table.Th>Analysis</Table.Th>
              {figures.map((figure) => (
                <Table.Th key={figure.id} ta="right">
                  {figureTitle(figure)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ result, analysis, values, differences }) => (
              <Table.Tr key={result.id}>
                <Table.Th scope="row" className={css.image}>
                  <Link to={`/projects/${projectId}/jobs/${result.job}`} className={css.link}>
                    {result.imageName}
                  </Link>
                </Table.Th>
                <Table.Td className={css.analysis}>
                  <span className={css.swatch} style={{ backgroundColor: analysisColor(analysis) }} /> {names[analysis]}
                </Table.Td>
                {figures.map(({ id, decimals }) => {
                  const difference = differences.get(id)
                  return (
                    <Table.Td key={id} ta="right">
                      {values.has(id) ? formatNumber(values.get(id) ?? null, decimals) : ''}
                      {difference !== undefined && <div className={css.difference}>{signed(difference, decimals)}</div>}
                    </Table.Td>
                  )
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Card>
  )
}
