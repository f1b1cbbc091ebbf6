import type { Image, ImageView } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { type ChannelSetting, drawnColor } from '../tiles/channel-settings.ts'
import type { PixelPosition } from './image-map.ts'
import css from './status-line.module.css'

interface StatusLineProps {
  image: Pick<Image, 'pixelSize' | 'depth'>
  view: Pick<ImageView, 'width' | 'height'>
  /** Null: the pointer is not over the picture. */
  pointer: PixelPosition | null
  /** True values under the pointer, one per channel; null where they are not loaded. */
  values: readonly (number | null)[]
  channels: readonly ChannelSetting[]
}

/** Position and values under the pointer; size, pixel size and bit depth of the image. */
export const StatusLine = ({ image: { pixelSize, depth }, view, pointer, values, channels }: StatusLineProps) => {
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
