import type { Image, ImageView } from '@lamella/shared/contract'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconLayersDifference, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { keyNameOf } from './actions/key-name.ts'
import { ownActions } from './actions/own-actions.ts'
import { useFullScreen } from './actions/use-full-screen.ts'
import type { ViewerAction } from './actions/viewer-action.ts'
import { type ImageMap, noValues, type PixelPosition, type VisibleExtent } from './canvas/image-map.ts'
import { MapCanvas } from './canvas/map-canvas.tsx'
import { Overview } from './canvas/overview.tsx'
import { StatusLine } from './canvas/status-line.tsx'
import { useImageMap } from './canvas/use-image-map.ts'
import { ZoomBar } from './canvas/zoom-bar.tsx'
import css from './image-viewer.module.css'
import type { ViewerLayer } from './layers/viewer-layer.ts'
import { channelsPanel } from './panels/channels-panel.tsx'
import { PanelList } from './panels/panel-list.tsx'
import { tonePanel } from './panels/tone-panel.tsx'
import type { ViewerPanel } from './panels/viewer-panel.ts'
import { SceneSelect } from './stack/scene-select.tsx'
import { type ChannelSetting, isNatural } from './tiles/channel-settings.ts'
import { handTool } from './tools/measure/measure-tools.ts'
import { measurementsPanel } from './tools/measure/measurements-panel.tsx'
import { useMeasurements } from './tools/measure/use-measurements.ts'
import { ToolOptionBar } from './tools/tool-option-bar.tsx'
import { ToolRail } from './tools/tool-rail.tsx'
import { type ActiveTool, useActiveTool } from './tools/use-active-tool.ts'
import type { ViewerTool } from './tools/viewer-tool.ts'
import { useShownView } from './view-state/use-shown-view.ts'
import type { ViewState } from './view-state/view-state.ts'

const SeriesBar = lazy(() => import('./time/series-bar.tsx'))
const StackBar = lazy(() => import('./stack/stack-bar.tsx'))
const ActionBar = lazy(() => import('./actions/action-bar.tsx'))
const KeySheet = lazy(() => import('./actions/key-sheet.tsx'))

/** What an action of a remote works on. */
export interface Viewed {
  map: ImageMap
  state: ViewState
}

export interface ImageViewerProps {
  image: Pick<Image, 'id' | 'name' | 'pixelSize' | 'depth' | 'thumbnailUrl'>
  view: ImageView
  /** Index of the scene that `view` describes. */
  scene?: number
  /** Asks for another scene: the caller passes its view. */
  onScene?: (scene: number) => void
  /** Over the picture, in this order. Layers are compared by identity: keep them between renders. */
  layers?: readonly ViewerLayer[]
  /** Before the viewer's own tools; the first is active initially. Compared by identity like layers. */
  tools?: readonly ViewerTool[]
  /** Below the viewer's own panels. */
  panels?: readonly ViewerPanel[]
  /** Commands before the viewer's own; `viewed` is null until there is a map. */
  actions?: (viewed: () => Viewed | null) => readonly ViewerAction[]
  /** Before the actions: who else looks at the image. */
  people?: ReactNode
  /** Over the upper edge of the picture, with what activates tools. */
  bar?: (tools: Pick<ActiveTool, 'active' | 'activate'>) => ReactNode
  /** Over the lower edge of the picture. */
  floor?: ReactNode
  /** At the head of the panel of channels. */
  channelActions?: (
    channels: readonly ChannelSetting[],
    onChange: (channels: readonly ChannelSetting[]) => void,
  ) => ReactNode
  /** A sentence over the picture about what is shown; null: none. */
  note?: (shown: Pick<ViewState, 'time' | 'plane'>) => string | null
  /** Called with the visible extent when it has changed, for content that is loaded by position. */
  onVisible?: (visible: VisibleExtent) => void
  /** What is shown first, then ignored. */
  initial?: Partial<ViewState>
  /** Called with what is shown when it has not changed for a moment, at first too. */
  onView?: (state: ViewState) => void
}

/** Maximum length of the scale bar in CSS pixels. */
const barLength = 170
/** CSS pixels from the bottom to the upper edge of the time bar. */
const timeBarRoom = 132
/** ms without a change after which a view is reported: an address may be replaced 100 times in 30 s (Safari). */
const viewDelay = 400
const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const
const titles = new Intl.ListFormat('en-GB')
const noTools: readonly ViewerTool[] = []
const noLayers: readonly ViewerLayer[] = []

/** E.g. "Channels and objects": label of the button that opens the panels. */
const namesOf = (panels: readonly ViewerPanel[]): string => {
  const names = titles.format(panels.map(({ title }) => title.toLowerCase()))
  return names.charAt(0).toUpperCase() + names.slice(1)
}

/**
 * Deep zoom of one image, as high as the window below the header, with contributed layers, tools and panels (ADR 40).
 */
export const ImageViewer = (props: ImageViewerProps) => {
  const { image, view, scene = 0, layers: contributedLayers = noLayers, panels: contributed = [] } = props
  const { tools: contributedTools = noTools, onVisible, onScene, initial } = props
  const { channels, time, plane, tone, ...change } = useShownView(view, initial)
  const shown = useMemo(() => ({ t: time, plane }), [time, plane])
  const [viewer, setViewer] = useState<HTMLElement | null>(null)
  const [pointer, setPointer] = useState<PixelPosition | null>(null)
  const [panelsOpened, setPanelsOpened] = useState(false)
  const [keysOpened, setKeysOpened] = useState(false)
  const full = useFullScreen()
  const measurements = useMeasurements(`${image.id}.${scene}`, image.pixelSize)
  const tools = useMemo(
    () => [...contributedTools, handTool, ...measurements.tools],
    [contributedTools, measurements.tools],
  )
  const layers = useMemo(
    () => (measurements.layer ? [...contributedLayers, measurements.layer] : contributedLayers),
    [contributedLayers, measurements.layer],
  )
  const { active, activate, onKeyDown } = useActiveTool(tools)
  const isSeries = view.timePoints > 1
  const isStack = (view.zCount ?? 1) > 1
  const hasScenes = (view.scenes?.length ?? 1) > 1 && onScene !== undefined
  const { map, ...canvas } = useImageMap({
    imageId: image.id,
    view,
    scene,
    layers,
    tool: active,
    onPointer: setPointer,
    onAsk: ({ t, plane: wanted }) => {
      if (t !== undefined) change.setTime(t)
      if (wanted !== undefined) change.setPlane(wanted)
    },
    place: initial?.place ?? null,
    ...(initial?.orientation && { orientation: initial.orientation }),
    covered: isSeries ? timeBarRoom : 0,
  })
  const { orientation } = canvas
  useEffect(() => map?.show(channels, shown), [map, channels, shown])
  const setChannels = (next: readonly ChannelSetting[]): void => {
    // React would draw the picture after the panel, a frame or two later.
    map?.showNow(next, shown)
    change.setChannels(next)
  }
  useEffect(() => map?.showTone(tone), [map, tone])
  const stateOf = ({ place, orientation }: ImageMap): ViewState => ({ place, orientation, channels, time, plane, tone })
  const report = useEffectEvent(() => map && props.onView?.(stateOf(map)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is a change of what is shown
  useEffect(() => {
    const timer = setTimeout(report, viewDelay)
    return () => clearTimeout(timer)
  }, [map, canvas.visible, orientation, channels, shown, tone])
  useEffect(() => onVisible?.(canvas.visible), [onVisible, canvas.visible])

  const own = isNatural(view)
    ? tonePanel(tone, change.setTone)
    : channelsPanel(view, channels, setChannels, {
        counted: map && { map, shown },
        actions: props.channelActions?.(channels, setChannels),
      })
  const measured = map && measurementsPanel({ map, measurements, channels, shown, pixelSize: image.pixelSize })
  const panels = [own, ...(measured ? [measured] : []), ...contributed]
  const actions = [
    ...(props.actions?.(() => map && { map, state: stateOf(map) }) ?? []),
    ...ownActions({
      map,
      orientation,
      isFull: full.isFull,
      onFull: full.toggle,
      onKeys: () => setKeysOpened(true),
    }),
  ]
  const onKey = (event: KeyboardEvent): void => {
    // Dialogs of a panel are elsewhere on the page, but their keys come here too.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    onKeyDown(event)
    const key = keyNameOf(event)
    const action = actions.find(({ shortcut }) => shortcut !== undefined && shortcut === key)
    if (key === '0') map?.fit()
    else if (key === 'z') map?.zoomTo(1)
    else if (action && !action.disabled) {
      // A key that is held does once what cannot be meant many times.
      if (!(event.repeat && action.keyGroup)) action.run()
    } else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of tools, which bubble up from the focused element
    <div
      className={css.viewer}
      ref={setViewer}
      data-series={isSeries || undefined}
      data-stack={isStack || undefined}
      data-scenes={hasScenes || undefined}
      data-full={full.isFull || undefined}
      onKeyDown={onKey}
    >
      <ToolRail tools={tools} active={active} onActivate={activate} />
      <div className={css.stage}>
        <MapCanvas image={image} map={canvas} barLength={barLength} />
        {props.note && (
          <div className={css.note} role="status">
            {props.note({ time, plane })}
          </div>
        )}
        {isSeries && map && (
          <div className={css.time}>
            <Suspense>
              <SeriesBar
                map={map}
                channels={channels}
                plane={plane}
                resolution={canvas.resolution}
                frames={view.timePoints}
                frame={time}
                onFrame={change.setTime}
                viewer={viewer}
              />
            </Suspense>
          </div>
        )}
        {isStack && map && (
          <Suspense>
            <StackBar
              map={map}
              channels={channels}
              time={time}
              planes={view.zCount ?? 1}
              plane={plane}
              hasMaximum={view.hasMaximum === true}
              onPlane={change.setPlane}
              viewer={viewer}
            />
          </Suspense>
        )}
        {hasScenes && <SceneSelect scenes={view.scenes ?? []} scene={scene} onScene={onScene} />}
        <ZoomBar map={map} resolution={canvas.resolution} />
        {/* The thumbnail is that of the first scene. */}
        {scene === 0 && (
          <div className={css.overview}>
            <Overview
              thumbnailUrl={image.thumbnailUrl}
              width={view.width}
              height={view.height}
              visible={canvas.visible}
              onCenter={(x, y) => map?.centerOn(x, y)}
            />
          </div>
        )}
        <div className={css.bar}>
          {props.bar?.({ active, activate })}
          {active?.option && <ToolOptionBar option={active.option} />}
        </div>
        <div className={css.floor}>{props.floor}</div>
        <div className={css.actions}>
          {props.people}
          <Suspense>
            <ActionBar actions={actions} />
          </Suspense>
        </div>
        <ActionIcon
          className={css.sheetButton}
          size={44}
          aria-label={panelsOpened ? 'Close panels' : namesOf(panels)}
          onClick={() => setPanelsOpened(!panelsOpened)}
        >
          {panelsOpened ? <IconX {...iconProps} /> : <IconLayersDifference {...iconProps} />}
        </ActionIcon>
        <VisuallyHidden role="status">{measurements.said}</VisuallyHidden>
      </div>
      <aside className={css.side} data-opened={panelsOpened || undefined} aria-label="Panels">
        <PanelList panels={panels} />
      </aside>
      <StatusLine
        image={image}
        view={view}
        pointer={pointer}
        read={pointer && map ? map.valuesAt(pointer, shown) : noValues}
        channels={channels}
      />
      {keysOpened && (
        <Suspense>
          <KeySheet view={view} tools={tools} actions={actions} onClose={() => setKeysOpened(false)} />
        </Suspense>
      )}
    </div>
  )
}
