import { samplePictures } from '@lamella/shared/blocks'
import type { Image, ImageScope } from '@lamella/shared/contract'
import { useWaitingMedia } from '@lamella/shared/queries'
import { EmptyState, ErrorState, formatNumber, type queryError } from '@lamella/shared/ui'
import { Text } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import type { ListView } from '../../lib/view-switch.tsx'
import { type GridHandle, ImageGrid } from './image-grid.tsx'
import { ImageTable } from './image-table.tsx'
import { imagesText } from './image-texts.ts'
import type { LibraryImages } from './use-library-images.ts'
import type { Choosing } from './use-selection.ts'

interface ImageListProps {
  scope: ImageScope
  view: ListView
  images: LibraryImages
  error: ReturnType<typeof queryError>
  /** Conditions besides the scope are set. */
  isFiltered: boolean
  /** Changes with the list. */
  question: string
  /** Page of the table, from 1. */
  page: number
  onPage: (page: number) => void
  choosing: Choosing
  onOpen: (image: Image) => void
  handle: Ref<GridHandle>
  /** Filter, order and view. */
  tools: ReactNode
  /** Button where the project has no images. */
  emptyAction: ReactNode
}

/** One list of the library as a grid or a table, or why there is none. */
export const ImageList = (props: ImageListProps) => {
  const {
    scope,
    view,
    images,
    error,
    isFiltered,
    choosing,
    onOpen,
    handle,
    tools,
    emptyAction,
    question,
    page,
    onPage,
  } = props
  const isFirst = scope === 'available' && !isFiltered
  const waiting = useWaitingMedia(scope === 'processing')
  if (error) return <ErrorState {...error} />
  const all = images.outline.data?.counts[scope]
  const list = { images, waiting, onOpen, handle, ...choosing }
  return (
    <>
      {tools}
      {isFiltered && (
        // Its line stays while the next number is read: the list must not move twice.
        <Text role="status" size="sm" c="var(--lm-text2)" mih={20} mb="sm">
          {images.total !== undefined && all !== undefined && `${formatNumber(images.total)} of ${imagesText(all)}`}
        </Text>
      )}
      {images.total === 0 ? (
        <EmptyState
          pictures={isFirst ? samplePictures : undefined}
          title={isFirst ? 'No images yet' : 'No images here'}
          text={isFirst ? 'Images appear here as soon as they are processed.' : undefined}
          actions={emptyAction}
        />
      ) : view === 'table' ? (
        <ImageTable key={question} scope={scope} page={page} onPage={onPage} {...list} />
      ) : (
        <ImageGrid {...list} />
      )}
    </>
  )
}
