import { formatNumber } from '../format/number.ts'
import css from './doughnut.module.css'
import { Ring } from './ring.tsx'
import { usageShare, usageState } from './usage.ts'

export interface DoughnutPart {
  /** What is counted, as in "multichannel". */
  label: string
  count: number
}

export interface DoughnutProps {
  /** What is counted, as in "Images". */
  title: string
  used: number
  /** Negative: unlimited. */
  limit: number
  /** Part of `used` that is the current user's own; it is drawn darker than the rest. */
  own?: number
  /** What `used` consists of; where nothing limits it, the ring shows these. */
  parts?: readonly DoughnutPart[]
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

/** Of parts, in this order; those after the last are drawn like it. */
const partColors = ['var(--lm-accent)', 'var(--lm-accent-line)', 'var(--lm-text3)', 'var(--lm-control)']

const wordsOf = (parts: readonly DoughnutPart[]): string =>
  parts.map(({ label, count }) => `${label}: ${formatNumber(count)}`).join(', ')

/**
 * Use against a limit: warns above 80 percent, red at the limit. Without a limit the whole ring shows the parts, and a
 * number without parts has no ring.
 */
export function Doughnut({
  title,
  used,
  limit,
  own,
  parts = [],
  unit,
  format = formatNumber,
  size = 130,
  layout = 'inside',
}: DoughnutProps) {
  const state = usageState(used, limit)
  const { main, rest } = stateColors[state]
  const beside = layout === 'beside'
  const unlimited = state === 'unlimited'
  const shownParts = unlimited ? parts.filter(({ count }) => count > 0) : []
  const all = shownParts.reduce((sum, { count }) => sum + count, 0)
  // What the current user owns are parts too.
  const share = unlimited ? Number(own !== undefined && used > 0) : usageShare(used, limit)
  const ownShare = used > 0 ? share * Math.min((own ?? used) / used, 1) : 0
  const ring =
    all > 0
      ? shownParts.map(({ count }, index) => ({
          share: count / all,
          color: partColors[Math.min(index, partColors.length - 1)] ?? main,
        }))
      : [
          { share: ownShare, color: main },
          { share: share - ownShare, color: rest },
        ]
  const [number, usedUnit = beside && used !== 0 ? unit : undefined] = format(used).split(' ')
  const style: Record<string, string> = { '--doughnut-size': `${size}px` }
  const plain = unlimited && all === 0 && share === 0
  return (
    <figure
      className={beside ? css.beside : css.inside}
      data-plain={plain || undefined}
      style={style}
      aria-label={title}
    >
      {!plain && (
        <div className={css.ring}>
          <Ring size={size} cutout={CUTOUT} parts={ring} />
        </div>
      )}
      <div className={css.words}>
        <span className={css.used} data-state={state}>
          {number}
          {usedUnit && <span className={css.unit}> {usedUnit}</span>}
        </span>
        <span className={css.limit}>
          {unlimited
            ? `${beside ? `${title.toLowerCase()}, ` : ''}unlimited`
            : `of ${format(limit)}${unit ? ` ${unit}` : ''}${beside && !unit ? ` ${title.toLowerCase()}` : ''}`}
        </span>
      </div>
      {!beside && (
        <figcaption className={css.title}>
          {title}
          {all > 0 && <span className={css.parts}>{wordsOf(shownParts)}</span>}
        </figcaption>
      )}
    </figure>
  )
}
