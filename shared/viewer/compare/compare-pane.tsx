import type { Image, ImageView } from '@lamella/shared/contract'
import { useEffect, useEffectEvent } from 'react'
import type { ImageMap } from '../canvas/image-map.ts'
import { MapCanvas } from '../canvas/map-canvas.tsx'
import { useImageMap } from '../canvas/use-image-map.ts'
import type { ShownPlane } from '../tiles/tile-store.ts'
import type { ImageLook } from '../view-state/compare-address.ts'
import type { ViewPlace } from '../view-state/view-state.ts'
import css from './compare-viewer.module.css'

/** An image of a comparison. */
export interface ComparedImage {
  image: Pick<Image, 'id' | 'name' | 'pixelSize'>
  view: ImageView
}

interface ComparePaneProps extends ComparedImage {
  /** By which the image is called beside its name. */
  letter: string
  look: ImageLook
  shown: ShownPlane
  /** First place; null: the whole image. */
  place: ViewPlace | null
  onMap: (map: ImageMap | null) => void
  onResolution?: (resolution: number) => void
  onPlace?: (place: ViewPlace | null) => void
}

/** ms without a change after which a place is reported. */
const placeDelay = 400

/** One image of a comparison. */
export const ComparePane = (props: ComparePaneProps) => {
  const { image, view, letter, look, shown, place } = props
  const { map, ...canvas } = useImageMap({ imageId: image.id, view, place })
  const tell = useEffectEvent((now: ImageMap | null) => props.onMap(now))
  useEffect(() => {
    tell(map)
    return () => tell(null)
  }, [map])
  useEffect(() => map?.show(look.channels, shown), [map, look.channels, shown])
  useEffect(() => map?.showTone(look.tone), [map, look.tone])
  const moved = useEffectEvent(() => props.onResolution?.(canvas.resolution))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is told
  useEffect(moved, [canvas.resolution])
  const report = useEffectEvent(() => map && props.onPlace?.(map.place))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is another place
  useEffect(() => {
    const timer = setTimeout(report, placeDelay)
    return () => clearTimeout(timer)
  }, [map, canvas.visible])
  return (
    <section className={css.pane} aria-label={`${letter}: ${image.name}`}>
      <MapCanvas image={image} map={canvas} barLength={120} />
      <p className={css.name}>
        <b>{letter}</b> <bdi>{image.name}</bdi>
      </p>
    </section>
  )
}
