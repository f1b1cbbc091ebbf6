import { ScrollArea, Table } from '@mantine/core'
import { formatUse, limitTitles } from './plan-limits.ts'
import css from './usage-history.module.css'
import { shownKeys, type UsagePoint, useAt } from './usage-points.ts'

const limitText = (key: (typeof shownKeys)[number], limit: number): string =>
  limit > 0 ? ` of ${formatUse(key, limit)}` : ''

/** The numbers of all charts of a span with the limits of each day, the newest first. "–": nothing was recorded. */
export const UsageTable = ({ points, by }: { points: readonly UsagePoint[]; by: 'day' | 'month' }) => (
  // Nothing in it is focusable: it takes the focus itself, so that keys can scroll it.
  <ScrollArea
    className={css.table}
    mah={320}
    viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Usage over time in numbers' }}
  >
    <Table>
      <thead>
        <tr>
          <th scope="col">{by === 'day' ? 'Day' : 'Month'}</th>
          {shownKeys.map((key) => (
            <th key={key} scope="col">
              {limitTitles[key]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map((point) => (
          <tr key={point.label}>
            <th scope="row">{point.label}</th>
            {shownKeys.map((key) => {
              const use = useAt(point, key)
              return (
                <td key={key}>
                  {use ? formatUse(key, use.used) : '–'}
                  {use && <span>{limitText(key, use.limit)}</span>}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  </ScrollArea>
)
