import type { ImageView } from '@lamella/shared/contract'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ViewerLayer } from '../layers/viewer-layer.ts'
import type { ViewerTool } from '../tools/viewer-tool.ts'
import { ImageMap, type PointerPlace, type VisiblePart } from './image-map.ts'

export interface ImageMapProps {
  imageId: string
  view: ImageView
  /** Over the picture, in this order. A layer is told from another by its identity: keep it over renderings. */
  layers?: readonly ViewerLayer[]
  /** The active tool, kept over renderings like a layer; null: the pointer only moves the picture. */
  tool?: ViewerTool | null
  onPointer?: (place: PointerPlace | null) => void
  /** Part of a page that scrolls: wheel and drag are the page's until the picture has the focus. */
  embedded?: boolean
}

export interface MountedMap {
  /** Of the element that holds the map. */
  target: RefObject<HTMLDivElement | null>
  /** Null until the element is there. */
  map: ImageMap | null
  /** Pixels of the image per CSS pixel. */
  resolution: number
  visible: VisiblePart
}

const noLayers: readonly ViewerLayer[] = []

/** An image as a map, with layers and a tool, which lives as long as its element shows this image. */
export const useImageMap = ({
  imageId,
  view,
  layers = noLayers,
  tool = null,
  embedded = false,
  ...listeners
}: ImageMapProps): MountedMap => {
  const target = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<ImageMap | null>(null)
  const [resolution, setResolution] = useState(1)
  const [visible, setVisible] = useState<VisiblePart>([0, 0, view.width, view.height])
  const onPointer = useEffectEvent((place: PointerPlace | null) => listeners.onPointer?.(place))

  useEffect(() => {
    if (!target.current) return
    const onMove = (next: number, part: VisiblePart): void => {
      setResolution(next)
      setVisible(part)
    }
    const created = new ImageMap({ target: target.current, imageId, view, listeners: { onMove, onPointer }, embedded })
    setMap(created)
    return () => {
      setMap(null)
      created.dispose()
    }
  }, [imageId, view, embedded])

  useEffect(() => map?.setLayers(layers), [map, layers])
  useEffect(() => map?.setTool(tool), [map, tool])

  return { target, map, resolution, visible }
}
