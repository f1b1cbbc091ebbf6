import { StatusBadge } from '@lamella/shared/blocks'
import type { Image } from '@lamella/shared/contract'
import { pictureQuery } from '@lamella/shared/queries'
import { ProtectedPicture } from '@lamella/shared/ui'
import { statusOf } from './image-status.ts'
import { tagsOf } from './image-tags.ts'
import { dimensionsText } from './image-texts.ts'
import css from './image-tile.module.css'

interface ImageTileProps {
  image: Image
  selected: boolean
  onSelect: () => void
  onOpen: () => void
}

/** Tile of an image: a click selects it, a double click or Enter opens it. */
export const ImageTile = ({ image, selected, onSelect, onOpen }: ImageTileProps) => {
  return (
    <button
      type="button"
      className={css.tile}
      data-item={image.id}
      aria-pressed={selected}
      onClick={onSelect}
      onDoubleClick={onOpen}
      onKeyDown={(event) => event.key === 'Enter' && selected && onOpen()}
    >
      <span className={css.frame}>
        {image.status === 'available' ? (
          <ProtectedPicture url={image.thumbnailUrl} pictureQuery={pictureQuery} />
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
        {image.statusErrors[0] ?? dimensionsText(image)}
      </span>
    </button>
  )
}
