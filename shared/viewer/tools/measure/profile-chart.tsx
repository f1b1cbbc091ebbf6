import { formatNumber } from '@lamella/shared/ui'
import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { memo, useMemo } from 'react'
import type { LineProfile } from './line-profile.ts'

interface ProfileChartProps {
  profile: LineProfile
  unit: string
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
/** Points that are drawn at most: two per pixel of the plot. */
const mostDrawn = 600

/**
 * Plot of a profile; of a long one every n-th sample is drawn. Hidden from screen readers: the panel has its numbers. A
 * module of its own because it is loaded lazily with the library.
 */
const ProfileChart = ({ profile: { distances, series }, unit }: ProfileChartProps) => {
  const data = useMemo(() => {
    const every = Math.ceil(distances.length / mostDrawn)
    return distances.flatMap((distance, at) =>
      at % every === 0
        ? [{ distance, ...Object.fromEntries(series.map(({ values }, no) => [String(no), values[at] ?? null])) }]
        : [],
    )
  }, [distances, series])
  const end = distances.at(-1) ?? 0
  const digits = end < 1 ? 2 : end < 20 ? 1 : 0
  return (
    <div aria-hidden>
      <LineChart
        h={150}
        data={data}
        dataKey="distance"
        series={series.map(({ name, color }, no) => ({ name: String(no), label: name, color }))}
        curveType="linear"
        withDots={false}
        withTooltip={false}
        withLegend={false}
        connectNulls={false}
        strokeWidth={1.75}
        gridProps={{ vertical: false, stroke: 'var(--lm-viewer-border)', strokeDasharray: '0' }}
        tickLine="none"
        textColor="var(--lm-viewer-text3)"
        xAxisProps={{
          type: 'number',
          domain: [0, end],
          tickCount: 4,
          tickFormatter: (value: number) => `${formatNumber(value, digits)} ${unit}`,
        }}
        yAxisProps={{
          width: 52,
          domain: ['auto', 'auto'],
          tickCount: 4,
          tickFormatter: (value: number) => compact.format(value),
        }}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ margin: { top: 8, right: 28, bottom: 0, left: 4 }, accessibilityLayer: false }}
      />
    </div>
  )
}

export default memo(ProfileChart)
