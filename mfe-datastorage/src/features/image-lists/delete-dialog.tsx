import type { MediumItem } from '@lamella/shared/contract'
import { ConfirmDialog, formatFileSize } from '@lamella/shared/ui'
import { hasFile } from './failure.ts'

interface DeleteDialogProps {
  /** Null: closed. */
  item: MediumItem | null
  onConfirm: (item: MediumItem) => Promise<void>
  onClose: () => void
}

const lossOf = (item: MediumItem): string =>
  hasFile(item)
    ? `“${item.name}” and its stored file (${formatFileSize(item.size)}) are deleted from the project “${item.project.name}”. To use the image again, you need to upload it again. This cannot be undone.`
    : `The entry “${item.name}” is deleted from the project “${item.project.name}”. No file is stored for it. This cannot be undone.`

/** Asks before a failed image is deleted; the text says what is lost. */
export const DeleteDialog = ({ item, onConfirm, onClose }: DeleteDialogProps) => (
  <ConfirmDialog
    opened={item !== null}
    title="Delete image"
    confirmLabel="Delete"
    destructive
    onConfirm={() => item && onConfirm(item)}
    onClose={onClose}
  >
    {item && lossOf(item)}
  </ConfirmDialog>
)
