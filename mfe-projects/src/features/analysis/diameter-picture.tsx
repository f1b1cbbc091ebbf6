import type { Image, ImageView } from '@lamella/shared/contract'
import { initialChannels, MapCanvas, useImageMap, ZoomBar } from '@lamella/shared/viewer'
import { useEffect, useEffectEvent, useState } from 'react'
import { DiameterCircle } from './diameter-circle.tsx'
import css from './diameter-picture.module.css'
import { useBusiestPlace } from './use-busiest-place.ts'

interface DiameterPictureProps {
  image: Image
  view: ImageView
  /** The only channel that is shown; null: all. */
  channel: number | null
  /** Pixels of the image; null: not known, no circle is drawn. */
  diameter: number | null
  minimum: number
  maximum: number
  automatic: boolean
  /** The diameter in words. */
  text: string
  onChange: (diameter: number) => void
}

/** CSS pixels of the circle at first: large enough to compare, with several nuclei around it. */
const AT_FIRST = 56
const LARGEST_ZOOM = 8
/** Longest scale bar, CSS pixels. */
const BAR = 80

/** The value nearest to the wanted one that is at least a radius from both ends; the middle where there is none. */
const clamped = (value: number, radius: number, length: number): number =>
  length > 2 * radius ? Math.min(length - radius, Math.max(radius, value)) : length / 2

/** A part of an image where there is much to see, with the diameter as a circle over it. */
const DiameterPicture = (props: DiameterPictureProps) => {
  const { image, view, channel, diameter, minimum, maximum, automatic, text, onChange } = props
  const canvas = useImageMap({ imageId: image.id, view, embedded: true })
  const { map, resolution, visible } = canvas
  const place = useBusiestPlace(image.thumbnailUrl)
  /** Centre of the circle after it was moved, pixels of the image. */
  const [moved, setMoved] = useState<{ x: number; y: number } | null>(null)
  const isKnown = diameter !== null

  const lookAt = useEffectEvent(({ x, y }: { x: number; y: number }) => {
    // At 100 % where nothing is known, never smaller than that.
    const zoom = diameter === null ? 1 : Math.min(LARGEST_ZOOM, Math.max(1, AT_FIRST / diameter))
    const [width = 0, height = 0] = map?.map.getSize() ?? []
    map?.map.getView().setResolution(1 / zoom)
    // As far from the borders as the image allows: there is nothing to see beyond them.
    map?.centerOn(
      clamped(x * view.width, width / zoom / 2, view.width),
      clamped(y * view.height, height / zoom / 2, view.height),
    )
  })
  useEffect(() => {
    if (map && place) lookAt(place)
  }, [map, place, isKnown])
  useEffect(() => {
    if (channel === null) return
    const only = initialChannels(view).map((setting) => ({ ...setting, visible: setting.index === channel }))
    map?.show(only, { t: 0 })
  }, [map, view, channel])

  const [left, top, right, bottom] = visible
  const scale = 1 / resolution
  const centre = moved ?? { x: (place?.x ?? 0.5) * view.width, y: (place?.y ?? 0.5) * view.height }
  const radius = ((diameter ?? 0) * scale) / 2
  return (
    <div className={css.stage}>
      <MapCanvas image={image} map={canvas} barLength={BAR} />
      {isKnown && (
        <DiameterCircle
          diameter={diameter}
          minimum={minimum}
          maximum={maximum}
          scale={scale}
          // It stays in view when the picture is moved away.
          left={clamped((centre.x - left) * scale, radius, (right - left) * scale)}
          top={clamped((centre.y - top) * scale, radius, (bottom - top) * scale)}
          automatic={automatic}
          text={text}
          onResize={onChange}
          onMove={(x, y) => setMoved({ x: left + x / scale, y: top + y / scale })}
        />
      )}
      <p className={css.plate}>{text}</p>
      <ZoomBar map={map} resolution={resolution} />
    </div>
  )
}

export default DiameterPicture
