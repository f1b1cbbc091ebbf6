import { DonutChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'

export interface RingProps {
  /** Outer diameter in pixels. */
  size: number
  /** Inner diameter as a share of the outer. */
  cutout: number
  /** One after the other, clockwise from the top: shares of the whole circle (0 to 1) and CSS colours. */
  parts: readonly { share: number; color: string }[]
}

/**
 * The drawing of a doughnut: its parts clockwise from the top, and what is left as a track. It fills its parent, a square.
 * Hidden from screen readers: the words of the doughnut state the same. A module of its own because it is loaded lazily
 * with the library.
 */
const Ring = ({ size, cutout, parts }: RingProps) => {
  const total = parts.reduce((sum, { share }) => sum + share, 0)
  const drawn = [...parts, { share: Math.max(1 - total, 0), color: 'var(--lm-sunken)' }].filter(
    ({ share }) => share > 0,
  )
  return (
    <DonutChart
      aria-hidden
      w="100%"
      h="100%"
      // The chart's own style keeps its full size as minimum, with which a smaller ring would be drawn over its parent.
      miw={0}
      mih={0}
      size={size}
      data={drawn.map(({ share, color }, index) => ({ name: String(index), value: share, color }))}
      strokeWidth={0}
      startAngle={90}
      endAngle={-270}
      withTooltip={false}
      accessibilityLayer={false}
      // In shares of the drawing, which may be smaller than its full size.
      pieProps={{ innerRadius: `${cutout * 100}%`, outerRadius: '100%', rootTabIndex: -1 }}
      pieChartProps={{ margin: { top: 0, right: 0, bottom: 0, left: 0 } }}
    />
  )
}

export default Ring
