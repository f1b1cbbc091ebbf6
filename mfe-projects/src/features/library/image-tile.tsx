import { fetchBytes } from '@lamella/shared/api'
import type { Image } from '@lamella/shared/contract'
import { formatNumber, ProtectedPicture, StatusBadge } from '@lamella/shared/ui'
import { IconClock, IconMap2, IconStack2 } from '@tabler/icons-react'
import { statusOf } from './image-status.ts'
import css from './image-tile.module.css'

const tagsOf = (image: Image) => [
  ...(image.isMultichannelImage ? [{ icon: IconStack2, text: `${image.mcChannelLength} ch` }] : []),
  ...(image.isTimeSeries ? [{ icon: IconClock, text: `${image.timeSeriesLength} t` }] : []),
  ...(image.isPyramid ? [{ icon: IconMap2, text: 'pyramid' }] : []),
]

const sizeText = ({ width, height }: Image): string =>
  width && height ? `${formatNumber(width)} × ${formatNumber(height)} px` : '–'

interface ImageTileProps {
  image: Image
  selected: boolean
  onSelect: () => void
  onOpen: () => void
}

/** One picture of the library: a click shows its details, a double click or Enter opens it. */
export const ImageTile = ({ image, selected, onSelect, onOpen }: ImageTileProps) => {
  const available = image.status === 'available'
  return (
    <button
      type="button"
      className={css.tile}
      aria-pressed={selected}
      onClick={onSelect}
      onDoubleClick={available ? onOpen : undefined}
      onKeyDown={(event) => event.key === 'Enter' && available && selected && onOpen()}
    >
      <span className={css.frame}>
        {available ? (
          <ProtectedPicture url={image.thumbnailUrl} fetchBytes={fetchBytes} />
        ) : (
          <StatusBadge {...statusOf(image.status)} />
        )}
        <span className={css.tags}>
          {tagsOf(image).map(({ icon: Icon, text }) => (
            <span key={text} className={css.tag}>
              <Icon size={12} stroke={1.8} aria-hidden /> {text}
            </span>
          ))}
        </span>
      </span>
      <span className={css.name}>{image.name}</span>
      <span className={css.facts} data-failed={image.statusErrors.length > 0 || undefined}>
        {image.statusErrors[0] ?? sizeText(image)}
      </span>
    </button>
  )
}
