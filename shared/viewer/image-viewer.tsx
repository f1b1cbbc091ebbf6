import type { Image, ImageView } from '@lamella/shared/contract'
import { ActionIcon } from '@mantine/core'
import { IconLayersDifference, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { PixelPosition, VisibleExtent } from './canvas/image-map.ts'
import { MapCanvas } from './canvas/map-canvas.tsx'
import { Overview } from './canvas/overview.tsx'
import { StatusLine } from './canvas/status-line.tsx'
import { useImageMap } from './canvas/use-image-map.ts'
import { ZoomBar } from './canvas/zoom-bar.tsx'
import css from './image-viewer.module.css'
import type { ViewerLayer } from './layers/viewer-layer.ts'
import { channelsPanel } from './panels/channels-panel.tsx'
import { PanelList } from './panels/panel-list.tsx'
import type { ViewerPanel } from './panels/viewer-panel.ts'
import { type ChannelSetting, initialChannels } from './tiles/channel-settings.ts'
import { ToolRail } from './tools/tool-rail.tsx'
import { useActiveTool } from './tools/use-active-tool.ts'
import type { ViewerTool } from './tools/viewer-tool.ts'

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
}

/** Maximum length of the scale bar in CSS pixels. */
const barLength = 170
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
  const { image, view, layers, tools = [], panels: contributed = [], onVisible } = props
  const [channels, setChannels] = useState<ChannelSetting[]>(() => initialChannels(view))
  const [pointer, setPointer] = useState<PixelPosition | null>(null)
  const [panelsOpened, setPanelsOpened] = useState(false)
  const { active, activate, onKeyDown } = useActiveTool(tools)
  const { map, ...canvas } = useImageMap({ imageId: image.id, view, layers, tool: active, onPointer: setPointer })
  useEffect(() => map?.show(channels, 0), [map, channels])
  useEffect(() => onVisible?.(canvas.visible), [onVisible, canvas.visible])

  const panels = view.encoding === 'raw' ? [channelsPanel(view, channels, setChannels), ...contributed] : contributed
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of tools, which bubble up from the focused element
    <div className={css.viewer} onKeyDown={onKeyDown}>
      {tools.length > 1 && <ToolRail tools={tools} active={active} onActivate={activate} />}
      <div className={css.stage}>
        <MapCanvas image={image} map={canvas} barLength={barLength} />
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
        {panels.length > 0 && (
          <ActionIcon
            className={css.sheetButton}
            size={44}
            aria-label={panelsOpened ? 'Close panels' : namesOf(panels)}
            onClick={() => setPanelsOpened(!panelsOpened)}
          >
            {panelsOpened ? <IconX {...iconProps} /> : <IconLayersDifference {...iconProps} />}
          </ActionIcon>
        )}
      </div>
      {panels.length > 0 && (
        <aside className={css.side} data-opened={panelsOpened || undefined} aria-label="Panels">
          <PanelList panels={panels} />
        </aside>
      )}
      <StatusLine
        image={image}
        view={view}
        pointer={pointer}
        values={pointer ? (map?.valuesAt(pointer, 0) ?? []) : []}
        channels={channels}
      />
    </div>
  )
}
