import { ConfirmDialog } from '@lamella/shared/ui'
import type { LeaveQuestion } from './use-leave-guard.ts'

const LeaveDialog = ({ uploads, leave, stay }: LeaveQuestion) =>
  uploads === null ? (
    <ConfirmDialog
      opened
      title="You have unsaved changes"
      confirmLabel="Leave without saving"
      cancelLabel="Back"
      destructive
      onConfirm={leave}
      onClose={stay}
    >
      What you typed on this page is not saved, and is dropped when you leave it.
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      opened
      title="Log out"
      confirmLabel="Log out"
      cancelLabel="Continue uploading"
      destructive
      onConfirm={leave}
      onClose={stay}
    >
      {uploads === 1 ? '1 image upload is' : `${uploads} image uploads are`} not finished. When you log out,{' '}
      {uploads === 1 ? 'it stops' : 'they stop'} and you have to upload the missing images again.
    </ConfirmDialog>
  )

export default LeaveDialog
