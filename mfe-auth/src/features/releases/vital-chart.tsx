import { formatNumber } from '@lamella/shared/ui'
import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'

interface VitalChartProps {
  /** Values per hour, oldest first; null: nothing was told. */
  shown: readonly (number | null)[]
  beside: readonly (number | null)[]
  /** End of the vertical axis, which begins at 0. */
  end: number
  /** Room for the numbers of the vertical axis in pixels. */
  inset: number
}

/** As many decimals as the number needs. */
const tickText = (value: number): string =>
  formatNumber(value, String(Number(value.toPrecision(3))).split('.')[1]?.length ?? 0)

const isTold = (value: number | null): boolean => value !== null

/**
 * One value of two versions over the last 24 hours. Hidden from screen readers: a table has the same numbers. A module of its own because
 * it is loaded lazily with the library.
 */
const VitalChart = ({ shown, beside, end, inset }: VitalChartProps) => {
  const data = shown.map((value, hour) => ({ hour, shown: value, beside: beside[hour] ?? null }))
  // A line needs two points.
  const withDots = shown.filter(isTold).length === 1 || beside.filter(isTold).length === 1
  return (
    <div aria-hidden>
      <LineChart
        h={84}
        data={data}
        dataKey="hour"
        series={[
          { name: 'beside', color: 'var(--lm-text3)', strokeDasharray: '3 3' },
          { name: 'shown', color: 'var(--lm-accent-text)' },
        ]}
        curveType="linear"
        withDots={withDots}
        withTooltip={false}
        withLegend={false}
        withXAxis={false}
        strokeWidth={1.75}
        gridProps={{ vertical: false, stroke: 'var(--lm-border)', strokeDasharray: '0' }}
        tickLine="none"
        yAxisProps={{
          width: inset,
          domain: [0, end],
          ticks: [0, end / 2, end],
          tickFormatter: tickText,
          interval: 0,
          tickMargin: 0,
        }}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ margin: { top: 8, right: 2, bottom: 8, left: 0 }, accessibilityLayer: false }}
      />
    </div>
  )
}

export default VitalChart
