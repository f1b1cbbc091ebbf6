import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'

interface UsageChartProps {
  title: string
  /** The oldest first; null: nothing was recorded, or there was no limit. */
  points: readonly { label: string; used: number | null; limit: number | null }[]
  /** Marks of the vertical axis, from 0. */
  ticks: readonly number[]
  format: (value: number) => string
  /** Room for the numbers of the vertical axis in pixels. */
  inset: number
}

/**
 * One use over time, with its limit where that is near enough. Days without a record are gaps. Hidden from screen readers: the card has the
 * numbers in words and in a table. A module of its own because it is loaded lazily with the library.
 */
const UsageChart = ({ title, points, ticks, format, inset }: UsageChartProps) => {
  const isAlone = (index: number): boolean =>
    points[index]?.used !== null &&
    (points[index - 1]?.used ?? null) === null &&
    (points[index + 1]?.used ?? null) === null
  return (
    <div aria-hidden>
      <LineChart
        h={216}
        data={[...points]}
        dataKey="label"
        series={[
          { name: 'limit', label: 'Limit', color: 'var(--lm-text3)', strokeDasharray: '4 4' },
          { name: 'used', label: title, color: 'var(--lm-accent-text)' },
        ]}
        curveType="linear"
        connectNulls={false}
        // A line needs two points: one without neighbours is a dot.
        withDots={points.some((_, index) => isAlone(index))}
        dotProps={{ r: 2.5, strokeWidth: 1 }}
        activeDotProps={{ r: 4, strokeWidth: 1 }}
        valueFormatter={format}
        tooltipAnimationDuration={0}
        withLegend={false}
        withXAxis={false}
        strokeWidth={1.75}
        gridProps={{ vertical: false, stroke: 'var(--lm-border)', strokeDasharray: '0' }}
        tickLine="none"
        yAxisProps={{
          width: inset,
          domain: [0, ticks.at(-1) ?? 1],
          ticks: [...ticks],
          tickFormatter: format,
          interval: 0,
          tickMargin: 4,
        }}
        // A limit changes at once.
        lineProps={({ name }) => ({ isAnimationActive: false, type: name === 'limit' ? 'stepAfter' : 'linear' })}
        lineChartProps={{ margin: { top: 8, right: 4, bottom: 8, left: 0 }, accessibilityLayer: false }}
      />
    </div>
  )
}

export default UsageChart
