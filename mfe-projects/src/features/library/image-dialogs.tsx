import type { Image } from '@lamella/shared/contract'
import { ConfirmDialog } from '@lamella/shared/ui'
import { lazy, Suspense } from 'react'
import { BulkProgress } from '../../lib/bulk-progress.tsx'
import { useBulkWork } from '../../lib/use-bulk-work.ts'
import { imagesText } from './image-texts.ts'
import { MoveDialog } from './move-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import type { ImageActions } from './use-image-actions.ts'

// Few need it: the library's first load is without it.
const PixelSizeDialog = lazy(async () => ({ default: (await import('./pixel-size-dialog.tsx')).PixelSizeDialog }))

/** An action that is being asked about, with its images. */
export interface Asked {
  about: 'rename' | 'tag' | 'pixelSize' | 'move' | 'delete'
  images: readonly Image[]
}

interface ImageDialogsProps {
  projectId: string
  /** Null: all are closed. */
  asked: Asked | null
  actions: ImageActions
  onClose: () => void
  onTagged: (images: readonly Image[], tags: { add: string[]; remove: string[] }) => void
  /** Images are no longer in the list. @param trashed - those that can be taken back */
  onGone: (trashed: readonly Image[]) => void
}

const ignore = (): undefined => undefined

/** The dialogs of the actions on images. Failures are said by toasts. */
export const ImageDialogs = ({ projectId, asked, actions, onClose, onTagged, onGone }: ImageDialogsProps) => {
  const images = asked?.images ?? []
  const [first] = images
  const trashing = useBulkWork()
  const { progress } = trashing
  const trash = async (): Promise<void> => {
    const trashed = await trashing
      .run(images.length, (run) => actions.trash.mutateAsync({ images, run }))
      .catch(() => [])
    onClose()
    onGone(trashed)
  }
  const move = async (project: string): Promise<void> => {
    const isMoved = await actions.move.mutateAsync({ images, project }).then(
      () => true,
      () => false,
    )
    if (isMoved) onGone([])
  }
  return (
    <>
      {asked?.about === 'rename' && first && (
        <RenameDialog
          image={first}
          onRename={(name) => actions.rename.mutateAsync({ image: first, name }).catch(ignore)}
          onClose={onClose}
        />
      )}
      {asked?.about === 'tag' && (
        <TagsDialog
          projectId={projectId}
          images={images}
          onChange={(tags) => actions.tag.mutateAsync({ images, ...tags }).then(() => onTagged(images, tags), ignore)}
          onClose={onClose}
        />
      )}
      {asked?.about === 'pixelSize' && (
        <Suspense>
          <PixelSizeDialog
            images={images}
            onSet={(um) => actions.setPixelSizes.mutateAsync({ images, um }).catch(ignore)}
            onClose={onClose}
          />
        </Suspense>
      )}
      {asked?.about === 'move' && (
        <MoveDialog projectId={projectId} count={images.length} onMove={move} onClose={onClose} />
      )}
      <ConfirmDialog
        opened={asked?.about === 'delete'}
        title={images.length > 1 ? 'Delete images' : 'Delete image'}
        confirmLabel="Delete"
        destructive
        onConfirm={trash}
        onStop={progress ? trashing.stop : undefined}
        onClose={trashing.isRunning ? trashing.stop : onClose}
      >
        {images.length > 1 ? `${imagesText(images.length)} go` : `${first?.name} goes`} to the trash of this project for
        30 days, with results and annotations, and count as stored until then. What has no stored file is deleted at
        once.
        {progress && <BulkProgress label="Deleted images" {...progress} />}
      </ConfirmDialog>
    </>
  )
}
