import type { Image, ImageView } from '@lamella/shared/contract'
import { ActionIcon } from '@mantine/core'
import { IconLayersDifference, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { noValues, type PixelPosition, type VisibleExtent } from './canvas/image-map.ts'
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
import { type ChannelSetting, initialChannels, isNatural } from './tiles/channel-settings.ts'
import { plainTone } from './tiles/tone.ts'
import { ToolRail } from './tools/tool-rail.tsx'
import { useActiveTool } from './tools/use-active-tool.ts'
import type { ViewerTool } from './tools/viewer-tool.ts'
import type { ViewState } from './view-state/view-state.ts'

const SeriesBar = lazy(() => import('./time/series-bar.tsx'))

export interface ImageViewerProps {
  image: Pick<Image, 'id' | 'name' | 'pixelSize' | 'depth' | 'thumbnailUrl'>
  view: ImageView
  /** Over the picture, in this order. Layers are compared by identity: keep them between renders. */
  layers?: readonly ViewerLayer[]
  /** The first is active initially; compared by identity like layers. Two or more are shown as buttons. */
  tools?: readonly ViewerTool[]
  /** Below the viewer's own panel for channels. */
  panels?: readonly ViewerPanel[]
  /** Called with the visible extent after each redraw, for content that is loaded by position. */
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

/** E.g. "Channels and objects": label of the button that opens the panels. */
const namesOf = (panels: readonly ViewerPanel[]): string => {
  const names = titles.format(panels.map(({ title }) => title.toLowerCase()))
  return names.charAt(0).toUpperCase() + names.slice(1)
}

/**
 * Deep zoom of one image, as high as the window below the header, with contributed layers, tools and panels (ADR 40).
 */
export const ImageViewer = (props: ImageViewerProps) => {
  const { image, view, layers, tools = [], panels: contributed = [], onVisible, initial } = props
  const [channels, setChannels] = useState<readonly ChannelSetting[]>(initial?.channels ?? initialChannels(view))
  const [tone, setTone] = useState(initial?.tone ?? plainTone)
  const [time, setTime] = useState(initial?.time ?? 0)
  const [viewer, setViewer] = useState<HTMLElement | null>(null)
  const [pointer, setPointer] = useState<PixelPosition | null>(null)
  const [panelsOpened, setPanelsOpened] = useState(false)
  const { active, activate, onKeyDown } = useActiveTool(tools)
  const place = initial?.place ?? null
  const isSeries = view.timePoints > 1
  const { map, ...canvas } = useImageMap({
    imageId: image.id,
    view,
    layers,
    tool: active,
    onPointer: setPointer,
    place,
    covered: isSeries ? timeBarRoom : 0,
  })
  useEffect(() => map?.show(channels, time), [map, channels, time])
  useEffect(() => map?.showTone(tone), [map, tone])
  const report = useEffectEvent(() => map && props.onView?.({ place: map.place, channels, time, tone }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is a change of what is shown
  useEffect(() => {
    const timer = setTimeout(report, viewDelay)
    return () => clearTimeout(timer)
  }, [map, canvas.visible, channels, time, tone])
  useEffect(() => onVisible?.(canvas.visible), [onVisible, canvas.visible])

  const own = isNatural(view) ? tonePanel(tone, setTone) : channelsPanel(view, channels, setChannels)
  const panels = [own, ...contributed]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of tools, which bubble up from the focused element
    <div className={css.viewer} ref={setViewer} data-series={isSeries || undefined} onKeyDown={onKeyDown}>
      {tools.length > 1 && <ToolRail tools={tools} active={active} onActivate={activate} />}
      <div className={css.stage}>
        <MapCanvas image={image} map={canvas} barLength={barLength} />
        {isSeries && map && (
          <div className={css.time}>
            <Suspense>
              <SeriesBar
                map={map}
                channels={channels}
                resolution={canvas.resolution}
                frames={view.timePoints}
                frame={time}
                onFrame={setTime}
                viewer={viewer}
              />
            </Suspense>
          </div>
        )}
        <ZoomBar map={map} resolution={canvas.resolution} />
        <div className={css.overview}>
          <Overview
            thumbnailUrl={image.thumbnailUrl}
            width={view.width}
            height={view.height}
            visible={canvas.visible}
            onCenter={(x, y) => map?.centerOn(x, y)}
          />
        </div>
        <ActionIcon
          className={css.sheetButton}
          size={44}
          aria-label={panelsOpened ? 'Close panels' : namesOf(panels)}
          onClick={() => setPanelsOpened(!panelsOpened)}
        >
          {panelsOpened ? <IconX {...iconProps} /> : <IconLayersDifference {...iconProps} />}
        </ActionIcon>
      </div>
      <aside className={css.side} data-opened={panelsOpened || undefined} aria-label="Panels">
        <PanelList panels={panels} />
      </aside>
      <StatusLine
        image={image}
        view={view}
        pointer={pointer}
        read={pointer && map ? map.valuesAt(pointer, time) : noValues}
        channels={channels}
      />
    </div>
  )
}
