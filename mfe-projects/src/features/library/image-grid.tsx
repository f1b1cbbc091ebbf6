import type { Image, WaitingMedium } from '@lamella/shared/contract'
import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import css from './image-grid.module.css'
import { ImageTile } from './image-tile.tsx'
import type { LibraryImages } from './use-library-images.ts'
import type { Choosing } from './use-selection.ts'

/** Brings an image into view and gives it the focus. */
export interface GridHandle {
  focusOn: (index: number) => void
}

interface ImageGridProps extends Pick<Choosing, 'selection' | 'choose' | 'toggle' | 'onKeyDown'> {
  images: LibraryImages
  /** Where images wait to be processed, by id. */
  waiting: ReadonlyMap<string, WaitingMedium>
  onOpen: (image: Image) => void
  handle: Ref<GridHandle>
}

/** Pixels below which a grid has two columns, as in the window of a phone. */
const narrow = 560
const gaps = { wide: { column: 16, row: 20 }, narrow: { column: 12, row: 16 } }
/** Name and facts below a picture. */
const captionHeight = 42
/** Rows beside those in view that are in the page. */
const spare = 3
/** Before it is measured, as where nothing has a size. */
const usualWidth = 720

/** Columns and size of the tiles in a grid of this width, in pixels. */
const tilesIn = (width: number) => {
  const gap = width < narrow ? gaps.narrow : gaps.wide
  const columns = width < narrow ? 2 : Math.max(Math.floor((width + gap.column) / (170 + gap.column)), 1)
  const tileWidth = (width - gap.column * (columns - 1)) / columns
  return { columns, tileWidth, gap, rowHeight: Math.ceil((tileWidth * 3) / 4) + captionHeight + gap.row }
}

/** Pixels from the edge of the window: the header of the page covers it, and the frame of a chosen tile is larger than the tile. */
const covered = { top: 64, bottom: 8 }
/** Rows that fit below the header of the page. */
const rowsInView = (rowHeight: number): number =>
  Math.max(Math.floor((window.innerHeight - covered.top) / rowHeight), 1)

/**
 * Library as a grid of tiles. Only the rows in view and some around them are in the page, and the one that has the focus: the keyboard
 * goes on there, however far the list was scrolled.
 */
export const ImageGrid = ({
  images,
  waiting,
  selection,
  choose,
  toggle,
  onKeyDown,
  onOpen,
  handle,
}: ImageGridProps) => {
  const { ref: measured, width } = useElementSize()
  const grid = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<number | null>(null)
  const { total = 24, imageAt, show } = images
  const { columns, tileWidth, gap, rowHeight } = tilesIn(width || usualWidth)
  const [focused, setFocused] = useState<number | null>(null)
  const rows = useWindowVirtualizer({
    count: Math.ceil(total / columns),
    estimateSize: () => rowHeight,
    overscan: spare,
    scrollPaddingStart: covered.top,
    scrollPaddingEnd: covered.bottom,
    rangeExtractor: (range: Range) => {
      const near = defaultRangeExtractor(range)
      const row = focused === null ? range.count : Math.floor(focused / columns)
      return row >= range.count || near.includes(row) ? near : [...near, row].toSorted((a, b) => a - b)
    },
    scrollMargin: grid.current?.offsetTop ?? 0,
  })
  // Rows have the height of the width, which is known later.
  useEffect(() => {
    if (rowHeight > 0) rows.measure()
  }, [rows, rowHeight])
  const shown = rows.getVirtualItems()
  const { startIndex, endIndex } = rows.range ?? { startIndex: 0, endIndex: 0 }
  const first = Math.max(startIndex - spare, 0) * columns
  const last = Math.min((endIndex + spare + 1) * columns, total) - 1
  useEffect(() => show(first, Math.max(last, 0), focused), [show, first, last, focused])
  useImperativeHandle(handle, () => ({
    focusOn: (index) => {
      rows.scrollToIndex(Math.floor(index / columns))
      setWanted(index)
    },
  }))
  // The tile is there after the list was scrolled to it.
  useEffect(() => {
    if (wanted === null) return
    const tile = grid.current?.querySelector<HTMLElement>(`[data-index="${wanted}"] button`)
    if (!tile) return
    tile.focus({ preventScroll: true })
    setWanted(null)
  })
  return (
    <div ref={measured}>
      <div
        ref={grid}
        className={css.grid}
        style={{ height: Math.max(rows.getTotalSize() - gap.row, 0) }}
        aria-busy={images.total === undefined}
      >
        {shown.flatMap(({ index: row, start }) =>
          Array.from({ length: Math.min(columns, total - row * columns) }, (_, column) => {
            const index = row * columns + column
            const image = imageAt(index)
            const place = {
              width: tileWidth,
              transform: `translate(${column * (tileWidth + gap.column)}px, ${start - rows.options.scrollMargin}px)`,
            }
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: no control, it only notices where the focus is
              <div
                key={image?.id ?? index}
                className={css.cell}
                style={place}
                data-index={index}
                data-item={image?.id}
                onFocus={() => setFocused(index)}
                onBlur={() => setFocused((before) => (before === index ? null : before))}
              >
                {image ? (
                  <ImageTile
                    image={image}
                    waiting={waiting.get(image.id)}
                    selected={selection.images.has(image.id)}
                    onChoose={(event) => choose(image, index, event)}
                    onToggle={() => toggle(image, index)}
                    onOpen={() => onOpen(image)}
                    onKeyDown={(event) =>
                      onKeyDown(event, index, { columns, screenful: columns * rowsInView(rowHeight) })
                    }
                  />
                ) : (
                  <Skeleton className={css.skeleton} />
                )}
              </div>
            )
          }),
        )}
      </div>
    </div>
  )
}
