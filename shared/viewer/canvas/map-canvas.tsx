import type { Image } from '@lamella/shared/contract'
import css from './map-canvas.module.css'
import { scaleBarOf, sizeAcross } from './scale-bar.ts'
import type { MountedMap } from './use-image-map.ts'

interface MapCanvasProps {
  image: Pick<Image, 'name' | 'pixelSize'>
  map: Pick<MountedMap, 'target' | 'resolution' | 'orientation'>
  /** Maximum length of the scale bar in CSS pixels. */
  barLength: number
}

/** Fills the nearest positioned ancestor with the map, and a scale bar where the pixel size is known. */
export const MapCanvas = ({
  image: { name, pixelSize },
  map: { target, resolution, orientation },
  barLength,
}: MapCanvasProps) => {
  const bar = pixelSize && scaleBarOf(sizeAcross(pixelSize, orientation.rotation), resolution, barLength)
  return (
    <>
      <div ref={target} className={css.canvas} role="application" aria-label={`Picture of ${name}`} />
      {bar && (
        <div className={css.bar} style={{ width: bar.width }}>
          {bar.label}
        </div>
      )}
    </>
  )
}
