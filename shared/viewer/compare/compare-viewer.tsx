import type { ImageView } from '@lamella/shared/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconColumns2, IconLayoutBoardSplit, IconLink, IconLinkOff, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ImageMap } from '../canvas/image-map.ts'
import { ZoomBar } from '../canvas/zoom-bar.tsx'
import { channelsPanel } from '../panels/channels-panel.tsx'
import { PanelList } from '../panels/panel-list.tsx'
import { tonePanel } from '../panels/tone-panel.tsx'
import { isNatural } from '../tiles/channel-settings.ts'
import type { ShownPlane } from '../tiles/tile-store.ts'
import { plainTone } from '../tiles/tone.ts'
import type { ComparedView, ImageLook } from '../view-state/compare-address.ts'
import { type ComparedImage, ComparePane } from './compare-pane.tsx'
import css from './compare-viewer.module.css'
import { SwipeHandle } from './swipe-handle.tsx'
import { type LinkedMap, useLinkedMaps } from './use-linked-maps.ts'

const SeriesBar = lazy(() => import('../time/series-bar.tsx'))
const StackBar = lazy(() => import('../stack/stack-bar.tsx'))

export interface CompareViewerProps {
  /** Two to four; the key of the component must name them. */
  images: readonly ComparedImage[]
  /** Whether two images lie over each other. */
  isSwipe: boolean
  onSwipe: (isSwipe: boolean) => void
  initial: ComparedView
  /** Told when the view has stood still for a moment. */
  onView: (view: ComparedView) => void
  /** Leaves the comparison. */
  onClose: () => void
}

/** ms without a change after which a view is told. */
const viewDelay = 400

const letters = ['A', 'B', 'C', 'D']
const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** Plane of an image that is nearest to the common one. */
const planeOf = (
  { timePoints, zCount = 1 }: ImageView,
  { t, plane = 0 }: ShownPlane,
  hasMaximum: boolean,
): ShownPlane => ({
  t: Math.min(t, timePoints - 1),
  plane: plane === 'max' ? (hasMaximum ? plane : Math.floor((zCount - 1) / 2)) : Math.min(plane, zCount - 1),
})

/** Up to four images side by side with linked views, or two of them over each other with a line between that is moved. */
export const CompareViewer = ({ images, isSwipe, onSwipe, initial, onView, onClose }: CompareViewerProps) => {
  const [looks, setLooks] = useState(initial.looks)
  const [place, setPlace] = useState(initial.place)
  const [maps, setMaps] = useState<readonly (ImageMap | null)[]>(() => images.map(() => null))
  const [resolution, setResolution] = useState(1)
  const [isLinked, setLinked] = useState(true)
  const [viewer, setViewer] = useState<HTMLElement | null>(null)
  const [split, setSplit] = useState(50)
  const series = images.findIndex(({ view }) => view.timePoints > 1)
  const stack = images.findIndex(({ view }) => (view.zCount ?? 1) > 1)
  const [shown, setShown] = useState<ShownPlane>({ t: initial.time, plane: initial.plane })
  const tell = useEffectEvent(() => onView({ place, time: shown.t, plane: shown.plane ?? 0, looks }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is another view
  useEffect(() => {
    const timer = setTimeout(tell, viewDelay)
    return () => clearTimeout(timer)
  }, [place, shown, looks])
  const onMap = useCallback(
    (at: number, map: ImageMap | null) => setMaps((now) => now.map((one, index) => (index === at ? map : one))),
    [],
  )
  const linked = useMemo<readonly LinkedMap[]>(
    () => maps.flatMap((map, at) => (map ? [{ map, pixelSize: images[at]?.image.pixelSize ?? null }] : [])),
    [maps, images],
  )
  useLinkedMaps(linked, isLinked || isSwipe)
  const change = (at: number, changes: Partial<ImageLook>): void =>
    setLooks((now) => now.map((look, index) => (index === at ? { ...look, ...changes } : look)))
  const planes = useMemo(
    () => images.map(({ view }) => planeOf(view, shown, view.hasMaximum === true)),
    [images, shown],
  )
  const panels = images.flatMap(({ view }, at) => {
    const look = looks[at]
    if (!look) return []
    const panel = isNatural(view)
      ? tonePanel(look.tone, (tone) => change(at, { tone }))
      : channelsPanel(view, look.channels, (channels) => change(at, { channels }))
    return [{ ...panel, id: `${panel.id}${at}`, title: `${letters[at]} ${panel.title}` }]
  })
  const seriesMap = maps[series]
  const stackMap = maps[stack]
  return (
    <div className={css.viewer} ref={setViewer} data-series={series >= 0 || undefined}>
      <div
        className={css.panes}
        data-mode={isSwipe ? 'swipe' : 'side'}
        data-count={images.length}
        style={{ '--split': `${split}%` } as Record<string, string>}
      >
        {images.map((one, at) => (
          <ComparePane
            key={one.image.id}
            {...one}
            letter={letters[at] ?? ''}
            look={looks[at] ?? { channels: [], tone: plainTone }}
            shown={planes[at] ?? shown}
            place={at === 0 ? initial.place : null}
            onMap={(map) => onMap(at, map)}
            {...(at === 0 && { onResolution: setResolution, onPlace: setPlace })}
          />
        ))}
        {isSwipe && <SwipeHandle value={split} onChange={setSplit} />}
        <div className={css.modes} role="toolbar" aria-label="Comparison">
          <button type="button" aria-pressed={!isSwipe} onClick={() => onSwipe(false)}>
            <IconColumns2 {...iconProps} /> Side by side
          </button>
          {images.length === 2 && (
            <button type="button" aria-pressed={isSwipe} onClick={() => onSwipe(true)}>
              <IconLayoutBoardSplit {...iconProps} /> Swipe
            </button>
          )}
          {!isSwipe && (
            <Tooltip label={isLinked ? 'Views move together' : 'Views move alone'}>
              <ActionIcon aria-label="Link the views" aria-pressed={isLinked} onClick={() => setLinked(!isLinked)}>
                {isLinked ? <IconLink {...iconProps} /> : <IconLinkOff {...iconProps} />}
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label="Leave the comparison">
            <ActionIcon aria-label="Leave the comparison" onClick={onClose}>
              <IconX {...iconProps} />
            </ActionIcon>
          </Tooltip>
        </div>
        {stackMap && (
          <Suspense>
            <StackBar
              map={stackMap}
              channels={looks[stack]?.channels ?? []}
              time={shown.t}
              planes={images[stack]?.view.zCount ?? 1}
              plane={shown.plane ?? 0}
              hasMaximum={images[stack]?.view.hasMaximum === true}
              onPlane={(plane) => setShown({ ...shown, plane })}
              viewer={viewer}
            />
          </Suspense>
        )}
        {seriesMap && (
          <div className={css.time}>
            <Suspense>
              <SeriesBar
                map={seriesMap}
                channels={looks[series]?.channels ?? []}
                plane={shown.plane ?? 0}
                resolution={resolution}
                frames={images[series]?.view.timePoints ?? 1}
                frame={shown.t}
                onFrame={(t) => setShown({ ...shown, t })}
                viewer={viewer}
              />
            </Suspense>
          </div>
        )}
        <ZoomBar map={maps[0] ?? null} resolution={resolution} />
      </div>
      <aside className={css.side} aria-label="Panels">
        <PanelList panels={panels} />
      </aside>
    </div>
  )
}
