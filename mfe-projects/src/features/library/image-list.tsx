import { samplePictures } from '@lamella/shared/blocks'
import type { Image, ImageScope } from '@lamella/shared/contract'
import { useWaitingMedia } from '@lamella/shared/queries'
import { EmptyState, ErrorState, type queryError } from '@lamella/shared/ui'
import type { ReactNode, Ref } from 'react'
import { type GridHandle, ImageGrid } from './image-grid.tsx'
import { ImageTable } from './image-table.tsx'
import type { LibraryView } from './library-tools.tsx'
import type { LibraryImages } from './use-library-images.ts'
import type { Choosing } from './use-selection.ts'

interface ImageListProps {
  scope: ImageScope
  view: LibraryView
  images: LibraryImages
  error: ReturnType<typeof queryError>
  /** Conditions besides the scope are set. */
  isFiltered: boolean
  /** Changes with the list, which then begins with its first page. */
  question: string
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
  const { scope, view, images, error, isFiltered, choosing, onOpen, handle, tools, emptyAction, question } = props
  const isFirst = scope === 'available' && !isFiltered
  const waiting = useWaitingMedia(scope === 'processing')
  if (error) return <ErrorState {...error} />
  const list = { images, waiting, onOpen, handle, ...choosing }
  return (
    <>
      {tools}
      {images.total === 0 ? (
        <EmptyState
          pictures={isFirst ? samplePictures : undefined}
          title={isFirst ? 'No images yet' : 'No images here'}
          text={isFirst ? 'Images appear here as soon as they are processed.' : undefined}
          actions={emptyAction}
        />
      ) : view === 'table' ? (
        <ImageTable key={question} scope={scope} {...list} />
      ) : (
        <ImageGrid {...list} />
      )}
    </>
  )
}
