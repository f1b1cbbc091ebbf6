import type { Image } from '@lamella/shared/contract'
import { Skeleton } from '@mantine/core'
import css from './image-grid.module.css'
import { ImageTile } from './image-tile.tsx'

interface ImageGridProps {
  /** Undefined while they load. */
  images: readonly Image[] | undefined
  selectedId: string | null
  onSelect: (image: Image) => void
  onOpen: (image: Image) => void
}

/** Library as a grid of tiles. */
export const ImageGrid = ({ images, selectedId, onSelect, onOpen }: ImageGridProps) =>
  images ? (
    <div className={css.grid}>
      {images.map((image) => (
        <ImageTile
          key={image.id}
          image={image}
          selected={image.id === selectedId}
          onSelect={() => onSelect(image)}
          onOpen={() => onOpen(image)}
        />
      ))}
    </div>
  ) : (
    <div className={css.grid} aria-busy>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className={css.skeleton} />
      ))}
    </div>
  )
