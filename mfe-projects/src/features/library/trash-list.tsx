import { type Image, trashDays } from '@lamella/shared/contract'
import { ConfirmDialog, DataTable, EmptyState, InfoBar, useRowsPerPage } from '@lamella/shared/ui'
import { Button, Card, Group } from '@mantine/core'
import { useState } from 'react'
import { BulkProgress } from '../../lib/bulk-progress.tsx'
import { useBulkWork } from '../../lib/use-bulk-work.ts'
import { useRowChoice } from '../../lib/use-row-choice.ts'
import { imagesText } from './image-texts.ts'
import { TrashBar } from './trash-bar.tsx'
import { trashColumns } from './trash-columns.tsx'
import type { ImageActions } from './use-image-actions.ts'
import { deletedLastFirst, useTrash } from './use-trash.ts'

interface TrashListProps {
  projectId: string
  actions: Pick<ImageActions, 'restore' | 'restoreAll' | 'deleteForever' | 'emptyTrash'>
}

/** The trash of a project: what was deleted within 30 days, to be restored or deleted for good. */
export const TrashList = ({ projectId, actions }: TrashListProps) => {
  const pageSize = useRowsPerPage({ offset: 550, minimum: 10 })
  const images = useTrash(projectId, pageSize)
  /** All: the trash is emptied. */
  const [deleting, setDeleting] = useState<Image | 'all' | null>(null)
  const choice = useRowChoice(images.rows, !images.served)
  const restoringChosen = useBulkWork()
  const [isRestoring, setIsRestoring] = useState(false)
  const restoring = useBulkWork()
  const { progress } = restoring
  const count = images.all ?? 0
  const restore = async (chosen: readonly Image[]): Promise<void> => {
    await restoringChosen
      .run(chosen.length, (run) => actions.restore.mutateAsync({ images: chosen, run }))
      .catch(() => undefined)
    choice.drop(chosen)
  }
  const restoreAll = async (): Promise<void> => {
    await restoring.run(count, actions.restoreAll.mutateAsync).catch(() => undefined)
    choice.clear()
    setIsRestoring(false)
  }
  const confirm = async (): Promise<void> => {
    if (deleting === 'all') await actions.emptyTrash.mutateAsync().catch(() => undefined)
    else if (deleting) await actions.deleteForever.mutateAsync({ images: [deleting] }).catch(() => undefined)
    choice.drop(deleting === 'all' ? choice.rows : deleting ? [deleting] : [])
    setDeleting(null)
  }
  const subject = deleting === 'all' ? imagesText(count) : deleting?.name
  const isOne = deleting !== 'all' || count === 1
  return (
    <>
      <InfoBar>
        Images stay here for {trashDays} days after they were deleted, with their results. They count as stored until
        then.
      </InfoBar>
      <Card padding={0} mt="md">
        <DataTable
          label="Trash"
          columns={trashColumns({
            choice,
            isWhole: !images.served,
            onRestore: (image) => {
              actions.restore.mutate({ images: [image] })
              choice.drop([image])
            },
            onDelete: setDeleting,
          })}
          chosenRows={choice.ids}
          rows={images.rows}
          served={images.served}
          defaultSort={deletedLastFirst}
          rowKey={({ id }) => id}
          pageSize={pageSize}
          error={images.error}
          empty={<EmptyState title="The trash is empty" text="Deleted images are kept here for some time." />}
        />
      </Card>
      {count > 0 && (
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => setIsRestoring(true)}>
            Restore all
          </Button>
          <Button variant="default" onClick={() => setDeleting('all')}>
            Empty trash
          </Button>
        </Group>
      )}
      <TrashBar
        // A few are restored in a moment.
        count={restoringChosen.isRunning ? 0 : choice.rows.length}
        progress={restoringChosen.progress}
        onRestore={() => restore(choice.rows)}
        onStop={restoringChosen.stop}
        onClear={choice.clear}
      />
      <ConfirmDialog
        opened={isRestoring}
        title="Restore all"
        confirmLabel="Restore all"
        onConfirm={restoreAll}
        onStop={progress ? restoring.stop : undefined}
        onClose={restoring.isRunning ? restoring.stop : () => setIsRestoring(false)}
      >
        {imagesText(progress?.total ?? count)} {(progress?.total ?? count) === 1 ? 'goes' : 'go'} back to the library.
        {progress && <BulkProgress label="Restored images" {...progress} />}
      </ConfirmDialog>
      <ConfirmDialog
        opened={deleting !== null}
        title={deleting === 'all' ? 'Empty trash' : 'Delete image'}
        confirmLabel={deleting === 'all' ? 'Empty trash' : 'Delete'}
        destructive
        onConfirm={confirm}
        onClose={() => setDeleting(null)}
      >
        {subject} {isOne ? 'is' : 'are'} deleted permanently, with {isOne ? 'its' : 'their'} results and annotations.
        This cannot be undone.
      </ConfirmDialog>
    </>
  )
}
