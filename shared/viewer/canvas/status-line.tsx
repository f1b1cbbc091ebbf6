import type { Image, ImageView } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { VisuallyHidden } from '@mantine/core'
import { type ChannelSetting, drawnColor } from '../tiles/channel-settings.ts'
import { formatSample } from '../tiles/format-sample.ts'
import type { PixelPosition, PixelValues } from './image-map.ts'
import css from './status-line.module.css'

interface StatusLineProps {
  image: Pick<Image, 'pixelSize' | 'depth'>
  view: Pick<ImageView, 'width' | 'height' | 'samplesPerPixel' | 'sampleFormat'>
  /** Null: the pointer is not over the picture. */
  pointer: PixelPosition | null
  /** Under the pointer: red, green and blue, else one per channel; null where they are not loaded. */
  read: PixelValues
  channels: readonly ChannelSetting[]
}

const rgb = ['R', 'G', 'B']

/** µm per pixel; across and down where they differ. */
const formatPixelSize = ({ x, y }: { x: number; y: number }): string => {
  const [across, down] = [x.toFixed(3), y.toFixed(3)]
  return across === down ? across : `${across} × ${down}`
}

/** Position and values under the pointer; size, pixel size and bit depth of the image. */
export const StatusLine = ({ image: { pixelSize, depth }, view, pointer, read, channels }: StatusLineProps) => {
  const place = (value: number, size: number | undefined): string =>
    size ? formatNumber(value * size, 1) : formatNumber(value)
  return (
    <footer className={css.status}>
      {pointer && (
        <span>
          x <b>{place(pointer.x, pixelSize?.x)}</b> y <b>{place(pointer.y, pixelSize?.y)}</b> {pixelSize ? 'µm' : 'px'}
        </span>
      )}
      {read.values.map((value, at) => {
        const channel = channels[at]
        if (value === null) return null
        const text = formatSample(value, view.sampleFormat)
        if (view.samplesPerPixel === 3) {
          return (
            <span key={rgb[at]} title={read.isExact ? undefined : 'About: the picture is stored with loss'}>
              {rgb[at]}{' '}
              <b>
                {!read.isExact && '≈ '}
                {text}
              </b>
            </span>
          )
        }
        return (
          channel?.visible && (
            <span key={channel.index} title={channel.name}>
              <i style={{ backgroundColor: drawnColor(channel.color) }} />
              <VisuallyHidden>{channel.name}</VisuallyHidden> <b>{text}</b>
            </span>
          )
        )
      })}
      <span className={css.facts}>
        {formatNumber(view.width)} × {formatNumber(view.height)} px
      </span>
      {pixelSize && <span>{formatPixelSize(pixelSize)} µm/px</span>}
      {depth && <span>{depth} bit</span>}
    </footer>
  )
}
