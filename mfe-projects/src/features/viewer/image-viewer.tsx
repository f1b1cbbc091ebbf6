import type { Image, ImageView } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import {
  type ChannelSetting,
  ChannelsPanel,
  drawnColor,
  initialChannels,
  MapCanvas,
  type ObjectOverlay,
  Overview,
  type PointerPlace,
  useImageMap,
} from '@lamella/shared/viewer'
import { ActionIcon } from '@mantine/core'
import { IconLayersDifference, IconMaximize, IconMinus, IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import css from './image-viewer.module.css'
import { middleOf } from './middle-of.ts'
import { ObjectsPanel } from './objects-panel.tsx'

interface ImageViewerProps {
  image: Image
  view: ImageView
  overlay?: ObjectOverlay
}

const barLength = 170
const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** Deep zoom of one image: canvas, zoom bar, scale bar, overview, channels, objects, status line (design/visual.md §7). */
export const ImageViewer = ({ image, view, overlay }: ImageViewerProps) => {
  const [channels, setChannels] = useState<ChannelSetting[]>(() => initialChannels(view))
  const [pointer, setPointer] = useState<PointerPlace | null>(null)
  const [selected, setSelected] = useState<number | null>(null)
  const [objectsVisible, setObjectsVisible] = useState(true)
  const [panelOpened, setPanelOpened] = useState(false)
  const { map, ...canvas } = useImageMap({
    imageId: image.id,
    view,
    overlay,
    objectsVisible,
    selected,
    onPick: setSelected,
    onPointer: setPointer,
  })
  useEffect(() => map?.show(channels, 0), [map, channels])

  const hasPanel = view.encoding === 'raw' || overlay !== undefined
  const showObject = (no: number): void => {
    setSelected(no)
    const object = overlay?.objects.find((candidate) => candidate.no === no)
    if (object) map?.centerOn(...middleOf(object))
  }
  return (
    <div className={css.viewer}>
      <div className={css.stage}>
        <MapCanvas image={image} map={canvas} barLength={barLength} />
        <div className={css.zoom} role="toolbar" aria-label="Zoom">
          <ActionIcon aria-label="Zoom out" onClick={() => map?.zoomBy(0.5)}>
            <IconMinus {...iconProps} />
          </ActionIcon>
          <span className={css.percent}>{formatNumber(100 / canvas.resolution)} %</span>
          <ActionIcon aria-label="Zoom in" onClick={() => map?.zoomBy(2)}>
            <IconPlus {...iconProps} />
          </ActionIcon>
          <ActionIcon aria-label="Whole image" onClick={() => map?.fit()}>
            <IconMaximize {...iconProps} />
          </ActionIcon>
        </div>
        <div className={css.overview}>
          <Overview
            image={image}
            width={view.width}
            height={view.height}
            visible={canvas.visible}
            onCenter={(x, y) => map?.centerOn(x, y)}
          />
        </div>
        {hasPanel && (
          <ActionIcon
            className={css.sheetButton}
            size={44}
            aria-label={panelOpened ? 'Close panels' : 'Channels and objects'}
            onClick={() => setPanelOpened(!panelOpened)}
          >
            {panelOpened ? <IconX {...iconProps} /> : <IconLayersDifference {...iconProps} />}
          </ActionIcon>
        )}
      </div>
      {hasPanel && (
        <aside className={css.side} data-opened={panelOpened || undefined} aria-label="Panels">
          {view.encoding === 'raw' && <ChannelsPanel view={view} channels={channels} onChange={setChannels} />}
          {overlay && (
            <ObjectsPanel
              result={overlay.result}
              objects={overlay.objects}
              selected={selected}
              visible={objectsVisible}
              onSelect={showObject}
              onVisible={setObjectsVisible}
            />
          )}
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

interface StatusLineProps {
  image: Image
  view: ImageView
  pointer: PointerPlace | null
  values: (number | null)[]
  channels: readonly ChannelSetting[]
}

const StatusLine = ({ image, view, pointer, values, channels }: StatusLineProps) => {
  const { pixelSize, depth } = image
  const place = (value: number, size: number | undefined): string =>
    size ? formatNumber(value * size, 1) : formatNumber(value)
  return (
    <footer className={css.status}>
      {pointer && (
        <span>
          x <b>{place(pointer.x, pixelSize?.x)}</b> y <b>{place(pointer.y, pixelSize?.y)}</b> {pixelSize ? 'µm' : 'px'}
        </span>
      )}
      {values.map(
        (value, at) =>
          value !== null && (
            <span key={channels[at]?.index}>
              <i style={{ backgroundColor: drawnColor(channels[at]?.color ?? '') }} /> <b>{formatNumber(value)}</b>
            </span>
          ),
      )}
      <span className={css.facts}>
        {formatNumber(view.width)} × {formatNumber(view.height)} px
      </span>
      {pixelSize && <span>{pixelSize.x.toFixed(3)} µm/px</span>}
      {depth && <span>{depth} bit</span>}
    </footer>
  )
}
