import { usageDaysQuery, usageQuery } from '@lamella/shared/queries'
import type { Restrictions } from '@lamella/shared/session'
import { CardHeader, ErrorState, formatDay, LoadingRows, queryError } from '@lamella/shared/ui'
import { Button, Card, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, lazy, Suspense, useState } from 'react'
import { formatUse, limitOf, limitTitles } from './plan-limits.ts'
import { axisTicks } from './usage-axis.ts'
import css from './usage-history.module.css'
import { pointsOf, type ShownKey, type Span, shownKeys, spans, type UsagePoint, useAt } from './usage-points.ts'
import { UsageTable } from './usage-table.tsx'

/** With the library most of the page's code; the numbers are in words and in the table without it. */
const UsageChart = lazy(() => import('./usage-chart.tsx'))

/** Room for the numbers of the vertical axis in pixels. */
const inset = 76
/** A limit so much above the largest use would press the line to the ground: it is in the words only. */
const limitWithin = 2.5

/** The present use, and how much it differs from the first record of the span. */
const inWords = (points: readonly UsagePoint[], key: ShownKey): string => {
  const recorded = points.flatMap((point) => {
    const use = useAt(point, key)
    return use ? [{ label: point.label, ...use }] : []
  })
  const [first] = recorded
  const last = recorded.at(-1)
  if (!first || !last) return 'Nothing was recorded in this time.'
  const limit = last.limit > 0 ? ` of ${formatUse(key, last.limit)}` : ''
  const more = last.used - first.used
  const change = more === 0 ? 'as much as' : `${formatUse(key, Math.abs(more))} ${more > 0 ? 'more' : 'less'} than`
  const since = first === last ? '' : `, ${change} ${first.label.length > 8 ? 'on' : 'in'} ${first.label}`
  return `${formatUse(key, last.used)}${limit}${since}`
}

const Chart = ({ points, measure }: { points: readonly UsagePoint[]; measure: ShownKey }) => {
  const uses = points.map((point) => useAt(point, measure))
  const largest = Math.max(0, ...uses.map((use) => use?.used ?? 0))
  const drawn = points.map(({ label }, index) => {
    const use = uses[index]
    const near = use !== undefined && use.limit > 0 && use.limit <= largest * limitWithin
    return { label, used: use?.used ?? null, limit: near ? use.limit : null }
  })
  const ticks = axisTicks(
    drawn.flatMap(({ used, limit }) => [used ?? 0, limit ?? 0]),
    measure === 'storageLimit',
  )
  const marks = [points[0], points[Math.floor(points.length / 2)], points.at(-1)]
  return (
    <>
      <Suspense fallback={<Skeleton h={216} />}>
        <UsageChart
          title={limitTitles[measure]}
          points={drawn}
          ticks={ticks}
          format={(value) => formatUse(measure, value)}
          inset={inset}
        />
      </Suspense>
      <div className={css.axis} style={{ '--inset': `${inset}px` } as CSSProperties} aria-hidden>
        {marks.map((point) => point && <span key={point.label}>{point.label}</span>)}
      </div>
      {drawn.some(({ limit }) => limit !== null) && (
        <p className={css.legend} aria-hidden>
          Limit
        </p>
      )}
    </>
  )
}

/** How the use of the limits came to be: as a chart of one of them, or of all in a table. */
export const UsageHistory = ({ limits }: Pick<Restrictions, 'limits'>) => {
  const [measure, setMeasure] = useState<ShownKey>('storageLimit')
  const [span, setSpan] = useState<Span>(spans[0])
  const [asTable, setAsTable] = useState(false)
  const history = useQuery(usageDaysQuery(span.days))
  const present = useQuery(usageQuery).data
  const error = history.data ? undefined : queryError('The usage over time could not be loaded', history)
  const points =
    history.data &&
    pointsOf(history.data.days, {
      today: history.data.today,
      span,
      present: present ?? [],
      limitOfNow: (key) => limitOf(key, limits),
    })
  const since = history.data?.recordedSince
  return (
    <Card component="section" padding={0} className={css.card} aria-label="Usage over time">
      <CardHeader title="Usage over time">
        {points && (
          <Button variant="transparent" size="compact-sm" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as a chart' : 'Show as a table'}
          </Button>
        )}
      </CardHeader>
      <div className={css.content}>
        <div className={css.tools}>
          {!asTable && (
            <SegmentedControl
              className={css.choice}
              size="xs"
              aria-label="Shown"
              data={shownKeys.map((key) => ({ value: key, label: limitTitles[key] }))}
              value={measure}
              onChange={setMeasure}
            />
          )}
          <SegmentedControl
            className={css.choice}
            size="xs"
            aria-label="Time"
            data={spans.map(({ value, label }) => ({ value, label }))}
            value={span.value}
            onChange={(value) => setSpan(spans.find((one) => one.value === value) ?? spans[0])}
          />
        </div>
        {error ? (
          <ErrorState {...error} />
        ) : !points ? (
          <LoadingRows rows={5} />
        ) : asTable ? (
          <UsageTable points={points} by={span.by} />
        ) : (
          <>
            <p className={css.words} aria-live="polite">
              <strong>{limitTitles[measure]}:</strong> {inWords(points, measure)}
            </p>
            <Chart points={points} measure={measure} />
          </>
        )}
        {points && (
          <p className={css.note}>
            {since
              ? `Recorded since ${formatDay(new Date(`${since}T12:00:00`))}, as at the last look of each ${span.by} (UTC). Where nothing was recorded there is a gap.`
              : 'Nothing is recorded yet: this is the present use. The portal looks once an hour and keeps the last look of each day (UTC).'}
          </p>
        )}
      </div>
    </Card>
  )
}
