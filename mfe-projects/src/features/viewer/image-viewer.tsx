import type { Image, ImageView, ObjectOutline, ResultObject } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { ActionIcon } from '@mantine/core'
import { IconLayersDifference, IconMaximize, IconMinus, IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { type ChannelSetting, drawnColor, initialChannels } from './channel-settings.ts'
import css from './image-viewer.module.css'
import type { PointerPlace, VisiblePart } from './map/image-map.ts'
import { MapCanvas } from './map/map-canvas.tsx'
import { polygonCentroid } from './map/polygon-centroid.ts'
import { type ObjectOverlay, useImageMap } from './map/use-image-map.ts'
import { withObject } from './map/with-object.ts'
import { ChannelsPanel } from './panels/channels-panel.tsx'
import { type ObjectRows, ObjectsPanel } from './panels/objects-panel.tsx'
import { Overview } from './panels/overview.tsx'

interface ImageViewerProps {
  image: Image
  view: ImageView
  overlay?: ObjectOverlay & { rows: ObjectRows; onVisible: (visible: VisiblePart) => void }
}

const barLength = 170
const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** Deep zoom of one image: canvas, zoom bar, scale bar, overview, channels, objects, status line (design/visual.md §7). */
export const ImageViewer = ({ image, view, overlay }: ImageViewerProps) => {
  const [channels, setChannels] = useState<ChannelSetting[]>(() => initialChannels(view))
  const [pointer, setPointer] = useState<PointerPlace | null>(null)
  const [selected, setSelected] = useState<ObjectOutline | null>(null)
  const [objectsVisible, setObjectsVisible] = useState(true)
  const [panelOpened, setPanelOpened] = useState(false)
  const objects = useMemo(() => withObject(overlay?.objects ?? [], selected), [overlay?.objects, selected])
  const { map, ...canvas } = useImageMap({
    imageId: image.id,
    view,
    overlay: overlay && { result: overlay.result, objects, oneOf: overlay.oneOf },
    objectsVisible,
    selected: selected?.no ?? null,
    onPick: (no) => setSelected(objects.find((object) => object.no === no) ?? null),
    onPointer: setPointer,
  })
  const onVisible = overlay?.onVisible
  useEffect(() => onVisible?.(canvas.visible), [onVisible, canvas.visible])
  useEffect(() => map?.show(channels, 0), [map, channels])

  const hasPanel = view.encoding === 'raw' || overlay !== undefined
  const showObject = (object: ResultObject): void => {
    setSelected(object)
    map?.centerOn(...polygonCentroid(object.polygon))
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
              rows={overlay.rows}
              oneOf={overlay.oneOf}
              selected={selected?.no ?? null}
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
