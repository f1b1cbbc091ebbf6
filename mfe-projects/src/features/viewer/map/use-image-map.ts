import type { ImageView, JobResult, ObjectOutline } from '@lamella/shared/contract'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ImageMap, type PointerPlace, type VisiblePart } from './image-map.ts'

/** Objects over the image, in the colours of their classes. */
export interface ObjectOverlay {
  result: JobResult
  /** Those in the visible part, thinned where they are too many. */
  objects: readonly ObjectOutline[]
  /** About one of so many objects is here; 1: all. */
  oneOf: number
}

export interface ImageMapProps {
  imageId: string
  view: ImageView
  overlay?: ObjectOverlay
  /** Objects by colour instead of outline, to be seen from afar. */
  filled?: boolean
  objectsVisible: boolean
  /** Number of the object that is marked; null: none. */
  selected: number | null
  onPick: (objectNo: number | null) => void
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

/** An image with the objects of a result as a map, which lives as long as its element shows this image. */
export const useImageMap = (props: ImageMapProps): MountedMap => {
  const { imageId, view, overlay, filled = false, objectsVisible, selected, embedded = false } = props
  const target = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<ImageMap | null>(null)
  const [resolution, setResolution] = useState(1)
  const [visible, setVisible] = useState<VisiblePart>([0, 0, view.width, view.height])
  const onPick = useEffectEvent(props.onPick)
  const onPointer = useEffectEvent((place: PointerPlace | null) => props.onPointer?.(place))

  useEffect(() => {
    if (!target.current) return
    const onMove = (next: number, part: VisiblePart): void => {
      setResolution(next)
      setVisible(part)
    }
    const listeners = { onMove, onPointer, onPick }
    const created = new ImageMap({ target: target.current, imageId, view, listeners, embedded })
    setMap(created)
    return () => {
      setMap(null)
      created.dispose()
    }
  }, [imageId, view, embedded])

  const { result, objects } = overlay ?? {}
  useEffect(() => {
    const colors = Object.fromEntries(result?.classes.map(({ name, color }) => [name, color]) ?? [])
    map?.showObjects(objects ?? [], colors, filled)
  }, [map, result, objects, filled])
  useEffect(() => map?.setObjectsVisible(objectsVisible), [map, objectsVisible])
  useEffect(() => map?.select(selected), [map, selected])

  return { target, map, resolution, visible }
}
