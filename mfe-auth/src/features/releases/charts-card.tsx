import type { VersionSeries } from '@lamella/shared/contract'
import { useLiveQuery } from '@lamella/shared/queries'
import { releaseSeriesQuery } from '@lamella/shared/queries/releases.ts'
import { ErrorState, LoadingRows, queryError } from '@lamella/shared/ui'
import { Button, Card, Skeleton, Title } from '@mantine/core'
import { type CSSProperties, lazy, Suspense, useState } from 'react'
import css from './charts-card.module.css'
import { axisEnd, type Measure, measures, pairOf, shownText, shownValue } from './measures.ts'
import { SeriesTables } from './series-tables.tsx'
import { clockTime } from './words.ts'

/** With the library most of the page's code, and the numbers are shown without it. */
const VitalChart = lazy(() => import('./vital-chart.tsx'))

/** Room for the numbers of an axis in pixels. */
const inset = 34
/** Milliseconds between two looks at the figures. */
const refreshEvery = 60_000

/** Smallest end of each axis, so that noise near 0 does not look like much. */
const leastEnds: Record<Measure['key'], number> = { failures: 0.1, LCP: 1, INP: 80, CLS: 0.05 }

interface VitalProps {
  measure: Measure
  shown: VersionSeries
  beside: VersionSeries | null
}

const Vital = ({ measure, shown, beside }: VitalProps) => {
  const valuesOf = (version: VersionSeries | null) => version?.hours.map((hour) => shownValue(hour, measure)) ?? []
  const lines = [valuesOf(shown), valuesOf(beside)] as const
  const end = axisEnd(lines.flat(), leastEnds[measure.key])
  const [first] = shown.hours
  return (
    <section className={css.vital} aria-label={measure.name}>
      <h3 className={css.measure}>
        {measure.title} <span>{measure.unit}</span>
      </h3>
      <dl className={css.legend}>
        <div className={css.shown}>
          <dt>{shown.version}</dt>
          <dd>{shownText(shown.total, measure)}</dd>
        </div>
        {beside && (
          <div className={css.beside}>
            <dt>{beside.version}</dt>
            <dd>{shownText(beside.total, measure)}</dd>
          </div>
        )}
      </dl>
      {lines.flat().every((value) => value === null) ? (
        <p className={css.none}>No data yet.</p>
      ) : (
        <>
          <Suspense fallback={<Skeleton h={84} />}>
            <VitalChart shown={lines[0]} beside={lines[1]} end={end} inset={inset} />
          </Suspense>
          <div className={css.axis} aria-hidden>
            <span>{first && clockTime(new Date(first.at))}</span>
            <span>now</span>
          </div>
        </>
      )}
    </section>
  )
}

/** What pages told of the versions of an app in the last 24 hours: as charts of two of them, or of all in tables. */
export const ChartsCard = ({ app }: { app: string }) => {
  const series = useLiveQuery(releaseSeriesQuery(app), { refreshEvery })
  const [asTable, setAsTable] = useState(false)
  const error = queryError('The figures could not be retrieved', series)
  const pair = series.data && pairOf(series.data)
  const [shown, beside] = pair ?? [null, null]
  return (
    <Card component="section" aria-label={`Figures of ${app}`} className={css.card}>
      <div className={css.head}>
        <Title order={2} size="h3">
          {beside ? `${app}, both versions` : app} <span className={css.time}>last 24 hours</span>
        </Title>
        {shown && (
          <Button className={css.toggle} variant="transparent" size="compact-sm" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as charts' : 'Show as a table'}
          </Button>
        )}
      </div>
      {error ? (
        <ErrorState {...error} />
      ) : !series.data ? (
        <LoadingRows rows={3} />
      ) : !shown ? (
        <p className={css.none}>Nothing is active yet, so nothing was told.</p>
      ) : asTable ? (
        <SeriesTables versions={series.data} pair={beside ? [shown, beside] : [shown]} />
      ) : (
        <div className={css.vitals} style={{ '--inset': `${inset}px` } as CSSProperties}>
          {measures.map((measure) => (
            <Vital key={measure.key} measure={measure} shown={shown} beside={beside} />
          ))}
        </div>
      )}
      {shown && (
        <p className={css.source}>
          Pages tell this also without a session, because the log-in may be what fails, so anybody can add to it. Trials
          are judged by what the sessions of users tell.
        </p>
      )}
    </Card>
  )
}
