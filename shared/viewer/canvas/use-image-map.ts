import type { ImageView } from '@lamella/shared/contract'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ViewerLayer } from '../layers/viewer-layer.ts'
import type { ShownPlane } from '../tiles/tile-store.ts'
import type { ViewerTool } from '../tools/viewer-tool.ts'
import { type Orientation, upright, type ViewPlace } from '../view-state/view-state.ts'
import { ImageMap, type PixelPosition, type VisibleExtent } from './image-map.ts'

export interface ImageMapProps {
  imageId: string
  view: ImageView
  /** Index of the scene that `view` describes. */
  scene?: number
  /** Over the picture, in this order. Layers are compared by identity: keep them between renders. */
  layers?: readonly ViewerLayer[]
  /** The active tool, compared by identity like layers; null: the pointer only moves the picture. */
  tool?: ViewerTool | null
  onPointer?: (place: PixelPosition | null) => void
  /** Called when a layer asks for another plane. */
  onAsk?: (plane: Partial<ShownPlane>) => void
  /** In a page that scrolls: wheel and drag move the picture only while it has the focus. */
  embedded?: boolean
  /** What is shown first, then ignored; null: the whole image. */
  place?: ViewPlace | null
  /** How the picture lies first, then ignored. */
  orientation?: Orientation
  /** CSS pixels at the bottom that controls cover. */
  covered?: number
}

/** A map with the state of its view. */
export interface MountedMap {
  /** Ref of the element that holds the map. */
  target: RefObject<HTMLDivElement | null>
  /** Null until the element is mounted. */
  map: ImageMap | null
  /** Pixels of the image per CSS pixel. */
  resolution: number
  visible: VisibleExtent
  orientation: Orientation
}

const noLayers: readonly ViewerLayer[] = []

/**
 * Creates the map of an image, with layers and a tool, and disposes of it when the element unmounts or the image
 * changes.
 */
export const useImageMap = ({
  imageId,
  view,
  scene = 0,
  layers = noLayers,
  tool = null,
  embedded = false,
  place = null,
  orientation: firstOrientation = upright,
  covered = 0,
  ...listeners
}: ImageMapProps): MountedMap => {
  const target = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<ImageMap | null>(null)
  const [resolution, setResolution] = useState(1)
  const [visible, setVisible] = useState<VisibleExtent>([0, 0, view.width, view.height])
  const [orientation, setOrientation] = useState(firstOrientation)
  const onPointer = useEffectEvent((place: PixelPosition | null) => listeners.onPointer?.(place))
  const onAsk = useEffectEvent((plane: Partial<ShownPlane>) => listeners.onAsk?.(plane))

  const first = useEffectEvent(() => ({ place, orientation: firstOrientation }))

  useEffect(() => {
    if (!target.current) return
    const onMove = (next: number, part: VisibleExtent, lies: Orientation): void => {
      setResolution(next)
      setVisible((now) => (now.every((edge, at) => edge === part[at]) ? now : part))
      setOrientation((now) => (now.rotation === lies.rotation && now.mirrored === lies.mirrored ? now : lies))
    }
    const created = new ImageMap({
      target: target.current,
      imageId,
      view,
      scene,
      listeners: { onMove, onPointer, onAsk },
      embedded,
      ...first(),
      covered,
    })
    setMap(created)
    return () => {
      setMap(null)
      created.dispose()
    }
  }, [imageId, view, scene, embedded, covered])

  useEffect(() => map?.setLayers(layers), [map, layers])
  useEffect(() => map?.setTool(tool), [map, tool])

  return { target, map, resolution, visible, orientation }
}
