import { lazy, type ReactNode, Suspense } from 'react'
import { formatNumber } from '../format/number.ts'
import css from './doughnut.module.css'
import type { RingProps } from './ring.tsx'
import { usageShare, usageState } from './usage.ts'

/** Loaded with the library of charts by the first doughnut. Where that fails, the words state everything. */
const Ring = lazy<(props: RingProps) => ReactNode>(() => import('./ring.tsx').catch(() => ({ default: () => null })))

/** One part of what is counted. */
export interface DoughnutPart {
  /** What is counted, e.g. "multichannel". */
  label: string
  count: number
}

export interface DoughnutProps {
  /** What is counted, e.g. "Images". */
  title: string
  used: number
  /** Negative: unlimited. */
  limit: number
  /** Part of `used` that belongs to the current user, drawn darker than the rest. */
  own?: number
  /** Composition of `used`, shown by the ring where there is no limit; empty while nothing is counted or known of it. */
  parts?: readonly DoughnutPart[]
  unit?: string
  /** Format of both numbers, with a unit after a space; default: whole numbers with commas. */
  format?: (value: number) => string
  /** Outer diameter in pixels (D1-9-30); smaller where a row of doughnuts has less room. */
  size?: number
  /** Words in the hole with the title below, or all of them on the right of a small ring. */
  layout?: 'inside' | 'beside'
}

/** Inner diameter as a share of the outer (D1-9-29). */
const CUTOUT = 0.8

const stateColors = {
  unlimited: { main: 'var(--lm-accent)', rest: 'var(--lm-accent-line)' },
  normal: { main: 'var(--lm-accent)', rest: 'var(--lm-accent-line)' },
  warn: { main: 'var(--lm-warn)', rest: 'color-mix(in srgb, var(--lm-warn) 45%, var(--lm-surface))' },
  reached: { main: 'var(--lm-bad)', rest: 'color-mix(in srgb, var(--lm-bad) 45%, var(--lm-surface))' },
}

/** Colours of parts, in this order; further parts have the last one. */
const partColors = ['var(--lm-accent)', 'var(--lm-accent-line)', 'var(--lm-text3)', 'var(--lm-control)']

const wordsOf = (parts: readonly DoughnutPart[]): string =>
  parts.map(({ label, count }) => `${label}: ${formatNumber(count)}`).join(', ')

/**
 * Use of a limit as a ring: in the warning colour above 80 % of it, red at it (D1-9-31). Without a limit the ring shows
 * the parts, or is empty while there are none, so that a card keeps its shape; where nothing is ever divided there is only
 * the number (ADR 50).
 */
export function Doughnut({
  title,
  used,
  limit,
  own,
  parts,
  unit,
  format = formatNumber,
  size = 130,
  layout = 'inside',
}: DoughnutProps) {
  const state = usageState(used, limit)
  const { main, rest } = stateColors[state]
  const beside = layout === 'beside'
  const unlimited = state === 'unlimited'
  const shownParts = unlimited ? (parts ?? []).filter(({ count }) => count > 0) : []
  const all = shownParts.reduce((sum, { count }) => sum + count, 0)
  // Without a limit, own and others' are two parts of a full ring.
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
  const plain = unlimited && parts === undefined && own === undefined
  return (
    <figure
      className={beside ? css.beside : css.inside}
      data-plain={plain || undefined}
      style={style}
      aria-label={title}
    >
      {!plain && (
        <div className={css.ring}>
          <Suspense fallback={<div className={css.track} />}>
            <Ring size={size} cutout={CUTOUT} parts={ring} />
          </Suspense>
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
