import type { ImageView } from '@lamella/shared/contract'
import { RangeSlider } from '@mantine/core'
import { type ChannelSetting, drawnColor } from '../tiles/channel-settings.ts'
import { levelAt } from '../tiles/transfer-table.ts'
import css from './histogram.module.css'
import { binsToDraw } from './histogram-bins.ts'

interface HistogramProps {
  channel: ImageView['channels'][number]
  setting: ChannelSetting
  onChange: (range: { min: number; max: number }) => void
}

const width = 256
const height = 48

/** SVG path of the counts on a square-root scale, so that few bright pixels are visible beside many dark ones. */
const outline = (counts: readonly number[]): string => {
  const highest = Math.sqrt(Math.max(1, ...counts))
  const points = counts.map((count, index) => {
    const x = (index / Math.max(1, counts.length - 1)) * width
    return `${x.toFixed(1)},${(height - (Math.sqrt(count) / highest) * height).toFixed(1)}`
  })
  return `M0,${height} L${points.join(' L')} L${width},${height} Z`
}

/** Level by sample within the range: a straight line, a curve with a gamma, falling where inverted. */
const transferLine = (setting: ChannelSetting, place: (value: number) => number): string =>
  Array.from({ length: 33 }, (_, at) => {
    const x = place(setting.min + ((setting.max - setting.min) * at) / 32)
    return `${x.toFixed(1)},${(height * (1 - levelAt(at / 32, setting))).toFixed(1)}`
  }).join(' ')

/** Histogram of a channel with a slider for both ends of its range, and the transfer line between them. */
export const Histogram = ({ channel, setting, onChange }: HistogramProps) => {
  const { min, max } = channel.range
  const span = max - min || 1
  const step = Number.isInteger(min) && Number.isInteger(max) && span > 2 ? 1 : span / 1000
  const place = (value: number): number => ((value - min) / span) * width
  return (
    <div className={css.histogram}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className={css.plot} aria-hidden>
        <path d={outline(binsToDraw(channel))} fill={drawnColor(setting.color)} opacity={0.65} />
        <polyline points={transferLine(setting, place)} className={css.transfer} />
      </svg>
      <RangeSlider
        className={css.range}
        value={[setting.min, setting.max]}
        min={min}
        max={max}
        step={step}
        minRange={step}
        onChange={([from, to]) => onChange({ min: from, max: to })}
        thumbFromLabel={`Lower end of ${channel.name}`}
        thumbToLabel={`Upper end of ${channel.name}`}
      />
    </div>
  )
}
