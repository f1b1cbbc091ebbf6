import type { Image, ImageView } from '@lamella/shared/contract'
import { type ChannelSetting, MapCanvas, useImageMap, ZoomBar } from '@lamella/shared/viewer'
import { useEffect } from 'react'
import css from './settings-preview.module.css'

interface SettingsPreviewProps {
  image: Image
  view: ImageView
  channels: readonly ChannelSetting[]
}

/** Longest scale bar, CSS pixels. */
const barLength = 100

/** An image as it is shown by settings. */
export const SettingsPreview = ({ image, view, channels }: SettingsPreviewProps) => {
  const canvas = useImageMap({ imageId: image.id, view, embedded: true })
  const { map, resolution } = canvas
  useEffect(() => {
    // While a field is empty, the picture stays.
    if (channels.every(({ min, max }) => Number.isFinite(min) && Number.isFinite(max))) map?.show(channels, { t: 0 })
  }, [map, channels])
  return (
    <>
      <div className={css.stage}>
        <MapCanvas image={image} map={canvas} barLength={barLength} />
        <ZoomBar map={map} resolution={resolution} />
      </div>
      <ul className={css.legend} aria-label="Shown channels">
        {channels
          .filter(({ visible }) => visible)
          .map(({ index, name, color }) => (
            <li key={index}>
              <i style={{ backgroundColor: color }} />
              <bdi>{name}</bdi>
            </li>
          ))}
      </ul>
    </>
  )
}
