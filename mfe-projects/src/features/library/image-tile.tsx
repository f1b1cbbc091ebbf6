import { StatusBadge, waitingText } from '@lamella/shared/blocks'
import type { Image, WaitingMedium } from '@lamella/shared/contract'
import { pictureQuery } from '@lamella/shared/queries'
import { ProtectedPicture } from '@lamella/shared/ui'
import { Checkbox } from '@mantine/core'
import type { KeyboardEvent, MouseEvent } from 'react'
import { tagsOf } from '../../lib/image-tags.ts'
import { statusOf } from './image-status.ts'
import { dimensionsText } from './image-texts.ts'
import css from './image-tile.module.css'

interface ImageTileProps {
  image: Image
  /** Where it waits to be processed; undefined: it does not, or that is not known. */
  waiting?: WaitingMedium | undefined
  selected: boolean
  /** A click, with the keys that change what it chooses. */
  onChoose: (event: MouseEvent) => void
  /** Adds it to what is chosen, or takes it away. */
  onToggle: () => void
  onOpen: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** While it is processed, an image may have a preview. */
const hasPicture = ({ status, thumbnailUrl }: Image): boolean => status === 'available' || thumbnailUrl !== null

/** Tile of an image: a click selects it, a double click or Enter opens it; its box selects it beside others. */
export const ImageTile = ({ image, waiting, selected, onChoose, onToggle, onOpen, onKeyDown }: ImageTileProps) => (
  <>
    <button
      type="button"
      className={css.tile}
      aria-pressed={selected}
      onClick={onChoose}
      onDoubleClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && selected) onOpen()
        else onKeyDown(event)
      }}
    >
      <span className={css.frame}>
        {hasPicture(image) && <ProtectedPicture url={image.thumbnailUrl} pictureQuery={pictureQuery} />}
        {image.status !== 'available' && (
          <span className={css.status} data-over-picture={hasPicture(image) || undefined}>
            <StatusBadge {...statusOf(image.status)} />
          </span>
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
        {image.statusErrors[0] ?? (waiting ? waitingText(waiting) : dimensionsText(image))}
      </span>
    </button>
    {/* The keyboard has Space at the tile itself. */}
    <Checkbox
      className={css.box}
      aria-label={`Select ${image.name}`}
      tabIndex={-1}
      checked={selected}
      onChange={onToggle}
    />
  </>
)
