import { formatNumber } from '@lamella/shared/ui'
import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import type { Classification } from '@lamella/shared/contract'
import { memo, useMemo } from 'react'
import type { HistogramBin } from './histogram-bins.ts'

interface HistogramChartProps {
  bins: readonly HistogramBin[]
  classes: Classification['classes']
  cuts: readonly number[]
  /** Ends of the axis. */
  range: readonly [number, number]
  /** Left and right edge of the plot in pixels, which the sliders below keep to. */
  insets: readonly [number, number]
}

/** "10K": the numbers of a large section have as much room as those of a small field. */
const counts = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })

/** Distances between the marks of the axis. */
const tickSteps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000]
const mostTicks = 7

/** Marks of the axis at round numbers. */
const ticksOf = ([start, end]: readonly [number, number]): number[] => {
  const step = tickSteps.find((one) => (end - start) / one <= mostTicks) ?? end - start
  const count = Math.floor((end - start) / step + 1e-9) + 1
  return Array.from({ length: count }, (_, i) => start + i * step)
}

/**
 * Histogram in the colours of the classes, on a root scale so that rare strong objects stay visible, with a line per
 * cut. Hidden from screen readers: the card has a description and a table. A module of its own because it is loaded
 * lazily with the library.
 */
const HistogramChart = ({ bins, classes, cuts, range, insets: [left, right] }: HistogramChartProps) => {
  const data = useMemo(
    () =>
      bins.map(({ from, to, counts }) => ({
        middle: (from + to) / 2,
        ...Object.fromEntries(counts.map((count, code) => [String(code), count])),
      })),
    [bins],
  )
  const ticks = ticksOf(range)
  const tickDecimals = ticks.every(Number.isInteger) ? 0 : 1
  const series = classes.map(({ color, name }, code) => ({ name: String(code), label: name, color }))
  return (
    <div aria-hidden>
      <BarChart
        h={168}
        data={data}
        dataKey="middle"
        series={series}
        type="stacked"
        withTooltip={false}
        withLegend={false}
        gridProps={{ vertical: false, stroke: 'var(--lm-border)', strokeDasharray: '0' }}
        tickLine="none"
        xAxisProps={{
          type: 'number',
          domain: [...range],
          ticks,
          tickFormatter: (value: number) => formatNumber(value, tickDecimals),
          padding: { left: 0, right: 0 },
        }}
        yAxisProps={{
          width: left,
          scale: 'sqrt',
          domain: [0, 'auto'],
          tickCount: 4,
          allowDecimals: false,
          tickFormatter: (count: number) => counts.format(count),
        }}
        barProps={{ isAnimationActive: false, stroke: 'none' }}
        barChartProps={{ margin: { top: 8, right, bottom: 0, left: 0 }, barCategoryGap: 1, accessibilityLayer: false }}
        referenceLines={cuts.map((x) => ({ x, color: 'var(--lm-text)', strokeDasharray: '0', strokeWidth: 1.5 }))}
      />
    </div>
  )
}

// Without memo, each step of a slider would draw the old chart once more before the new one.
export default memo(HistogramChart)
