import { formatNumber } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ImageMap } from '../../canvas/image-map.ts'
import { saveText } from '../../export/save-file.ts'
import { type ChannelSetting, drawnColor } from '../../tiles/channel-settings.ts'
import { formatSample } from '../../tiles/format-sample.ts'
import type { ShownPlane } from '../../tiles/tile-store.ts'
import { type LineProfile, longestProfile, profileOf, profileTable } from './line-profile.ts'
import css from './measure-panel.module.css'
import { lengthOf, type Measurement, nameOf, type PixelSize } from './measurement.ts'

const ProfileChart = lazy(() => import('./profile-chart.tsx'))

interface ProfileProps {
  map: ImageMap
  line: Measurement
  channels: readonly ChannelSetting[]
  shown: ShownPlane
  pixelSize: PixelSize
}

type Read = { state: 'reading' } | { state: 'failed' } | { state: 'read'; profile: LineProfile }

const rangeOf = (values: readonly (number | null)[]): { min: number; max: number } | null => {
  const found = values.filter((value) => value !== null && Number.isFinite(value))
  if (found.length === 0) return null
  return found.reduce<{ min: number; max: number }>(
    ({ min, max }, value) => ({ min: Math.min(min, Number(value)), max: Math.max(max, Number(value)) }),
    { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY },
  )
}

/** Samples of all channels along a line, in the plane that is shown. */
export const Profile = ({ map, line, channels, shown: { t, plane }, pixelSize }: ProfileProps) => {
  const [read, setRead] = useState<Read>({ state: 'reading' })
  const [tries, setTries] = useState(0)
  const [from, to] = line.points
  const isLong = lengthOf(line.points, null) > longestProfile
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` is another try
  useEffect(() => {
    if (!from || !to || isLong) return
    const controller = new AbortController()
    profileOf(
      [from, to],
      { store: map.store, view: map.view, channels, shown: { t, plane }, pixelSize },
      controller.signal,
    ).then(
      (profile) => setRead({ state: 'read', profile }),
      () => !controller.signal.aborted && setRead({ state: 'failed' }),
    )
    return () => controller.abort()
  }, [map, from, to, isLong, channels, t, plane, pixelSize, tries])
  const unit = pixelSize ? 'µm' : 'px'
  return (
    <section className={css.profile} aria-label={`Profile of ${nameOf(line)}`}>
      <h3>
        Profile <span>{nameOf(line)}</span>
      </h3>
      {isLong ? (
        <p className={css.note}>
          The line is longer than {formatNumber(longestProfile)} px. Draw a shorter one to see its samples.
        </p>
      ) : read.state === 'failed' ? (
        <p className={css.note} role="alert">
          The samples could not be loaded.{' '}
          <Button variant="default" size="compact-xs" onClick={() => setTries(tries + 1)}>
            Try again
          </Button>
        </p>
      ) : read.state === 'reading' ? (
        <p className={css.note}>Reading samples</p>
      ) : (
        <>
          <Suspense fallback={<div className={css.plot} />}>
            <ProfileChart
              profile={{
                ...read.profile,
                series: read.profile.series.map((one) => ({ ...one, color: drawnColor(one.color) })),
              }}
              unit={unit}
            />
          </Suspense>
          <ul className={css.legend}>
            {read.profile.series.map(({ name, color, values }) => {
              const range = rangeOf(values)
              return (
                <li key={name}>
                  <i style={{ backgroundColor: drawnColor(color) }} aria-hidden /> {name}{' '}
                  {range && (
                    <b>
                      {formatSample(range.min, map.view.sampleFormat)} –{' '}
                      {formatSample(range.max, map.view.sampleFormat)}
                    </b>
                  )}
                </li>
              )
            })}
          </ul>
          <p className={css.note}>
            {read.profile.isExact
              ? 'Samples of the pixels under the line, as stored.'
              : 'About: the picture is stored with loss.'}
          </p>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => saveText(profileTable(read.profile, unit), `${nameOf(line)}.csv`, 'text/csv')}
          >
            Download the profile
          </Button>
        </>
      )}
    </section>
  )
}
