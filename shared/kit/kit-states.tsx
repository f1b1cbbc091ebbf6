import { GuestForbidden } from '@lamella/shared/blocks'
import {
  CardHeader,
  Delayed,
  Dialog,
  DialogActions,
  EmptyState,
  ErrorState,
  LoadingRows,
  ProcessingOverlay,
} from '@lamella/shared/ui'
import { ConfirmDialog, ConfirmForm } from '@lamella/shared/ui/dialogs/confirm-dialog.tsx'
import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { KitRow, KitSection } from './kit-section.tsx'
import { samplePictures } from './sample-pictures.ts'

const stay = () => {}
const typed = { label: 'Type the project name to confirm', text: 'Reference panel' }
const whatIsLost =
  'All resources of Reference panel (38 images, 12 jobs, 1,204 annotations) are deleted permanently. This cannot be undone.'

const overlays = { plain: '[40]Copying images', blue: '[B]Loading the project' }

function Dialogs() {
  const [dialog, setDialog] = useState<'delete' | 'edit' | null>(null)
  const [overlay, setOverlay] = useState<keyof typeof overlays | null>(null)
  const close = () => setDialog(null)

  useEffect(() => {
    if (!overlay) return
    const timer = setTimeout(() => setOverlay(null), 2500)
    return () => clearTimeout(timer)
  }, [overlay])

  return (
    <>
      <KitSection title="Delete project">
        <ConfirmForm confirmLabel="Delete" destructive typed={typed} onConfirm={stay} onClose={stay}>
          {whatIsLost}
        </ConfirmForm>
      </KitSection>
      <KitSection title="Dialogs and overlays">
        <KitRow>
          <Button variant="default" onClick={() => setDialog('delete')}>
            Typed confirmation
          </Button>
          <Button variant="default" onClick={() => setDialog('edit')}>
            Unsaved changes
          </Button>
          <Button variant="default" onClick={() => setOverlay('plain')}>
            Processing
          </Button>
          <Button variant="default" onClick={() => setOverlay('blue')}>
            Processing, blue
          </Button>
        </KitRow>
        <ConfirmDialog
          opened={dialog === 'delete'}
          title="Delete project"
          confirmLabel="Delete"
          destructive
          typed={typed}
          onConfirm={close}
          onClose={close}
        >
          {whatIsLost}
        </ConfirmDialog>
        <Dialog opened={dialog === 'edit'} title="Edit details" unsavedChanges onClose={close}>
          Something was changed here.
          <DialogActions>
            <Button onClick={close}>Save</Button>
          </DialogActions>
        </Dialog>
        <ProcessingOverlay message={overlay ? overlays[overlay] : ''} />
      </KitSection>
    </>
  )
}

export function KitStates() {
  return (
    <>
      <KitSection title="Loading" flush>
        <CardHeader title="Loading" />
        <LoadingRows rows={3} withThumbnail />
        <Delayed>
          <Skeleton height={48} m={20} w="auto" />
        </Delayed>
      </KitSection>
      <KitSection title="Error state" flush>
        <ErrorState
          title="Projects could not be retrieved"
          text="The server did not answer. Nothing was lost."
          onRetry={stay}
        />
      </KitSection>
      <KitSection title="Empty state" flush>
        <EmptyState
          title="No projects found"
          text="You haven't created or been added to any projects yet."
          pictures={samplePictures}
          actions={
            <>
              <Button leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}>Create a new project</Button>
              <Button variant="default">Add a sample project</Button>
            </>
          }
        />
      </KitSection>
      <KitSection title="What guests cannot do" flush>
        <GuestForbidden
          message="As a guest of this organization you cannot upload images."
          adminEmail="ines@lab.example"
        />
      </KitSection>
      <Dialogs />
    </>
  )
}
