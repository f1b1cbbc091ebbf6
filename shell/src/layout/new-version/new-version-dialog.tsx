import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button } from '@mantine/core'

interface NewVersionDialogProps {
  opened: boolean
  onReload: () => void
  onDismiss: () => void
}

/** Asks to reload the page (D1-2.6-53, D1-2.6-54). */
const NewVersionDialog = ({ opened, onReload, onDismiss }: NewVersionDialogProps) => (
  <Dialog opened={opened} title="There is a new version available" onClose={onDismiss}>
    Reload the page now to use the new version
    <DialogActions>
      <Button onClick={onReload} data-autofocus>
        Reload
      </Button>
    </DialogActions>
  </Dialog>
)

export default NewVersionDialog
