import { formatNumber } from '../format/number.ts'
import css from './doughnut.module.css'
import { Ring } from './ring.tsx'
import { usageShare, usageState } from './usage.ts'

export interface DoughnutProps {
  /** What is counted, as in "Images". */
  title: string
  used: number
  /** Negative: unlimited. */
  limit: number
  /** Part of `used` that is the current user's own; it is drawn darker than the rest. */
  own?: number
  unit?: string
  /** How both numbers read, a unit after a space; whole numbers with commas when absent. */
  format?: (value: number) => string
  /** Outer diameter in pixels; a row of doughnuts that has not so much room makes them a little smaller. */
  size?: number
  /** Words in the hole with the title below, or all of them on the right of a small ring. */
  layout?: 'inside' | 'beside'
}

const CUTOUT = 0.8

const stateColors = {
  unlimited: { main: 'var(--lm-accent)', rest: 'var(--lm-accent-line)' },
  normal: { main: 'var(--lm-accent)', rest: 'var(--lm-accent-line)' },
  warn: { main: 'var(--lm-warn)', rest: 'color-mix(in srgb, var(--lm-warn) 45%, var(--lm-surface))' },
  reached: { main: 'var(--lm-bad)', rest: 'color-mix(in srgb, var(--lm-bad) 45%, var(--lm-surface))' },
}

/** Use against a limit: warns above 80 percent, red at the limit, an empty ring where there is none. */
export function Doughnut({
  title,
  used,
  limit,
  own = used,
  unit,
  format = formatNumber,
  size = 130,
  layout = 'inside',
}: DoughnutProps) {
  const state = usageState(used, limit)
  const share = usageShare(used, limit)
  const ownShare = used > 0 ? share * Math.min(own / used, 1) : 0
  const { main, rest } = stateColors[state]
  const beside = layout === 'beside'
  const [number, usedUnit = beside ? unit : undefined] = format(used).split(' ')
  const style: Record<string, string> = { '--doughnut-size': `${size}px` }
  return (
    <figure className={beside ? css.beside : css.inside} style={style} aria-label={title}>
      <div className={css.ring}>
        <Ring
          size={size}
          cutout={CUTOUT}
          parts={[
            { share: ownShare, color: main },
            { share: share - ownShare, color: rest },
          ]}
        />
      </div>
      <div className={css.words}>
        <span className={css.used} data-state={state}>
          {number}
          {usedUnit && <span className={css.unit}> {usedUnit}</span>}
        </span>
        <span className={css.limit}>
          {state === 'unlimited' ? 'unlimited' : `of ${format(limit)}${unit ? ` ${unit}` : ''}`}
          {beside && !unit && ` ${title.toLowerCase()}`}
        </span>
      </div>
      {!beside && <figcaption className={css.title}>{title}</figcaption>}
    </figure>
  )
}
