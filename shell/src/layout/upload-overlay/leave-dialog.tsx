import { ConfirmDialog } from '@lamella/shared/ui'
import type { LeaveQuestion } from './use-leave-guard.ts'

const LeaveDialog = ({ uploads, leave, stay }: LeaveQuestion) => (
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
