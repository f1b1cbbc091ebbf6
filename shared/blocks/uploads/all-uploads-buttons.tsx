import { ConfirmDialog } from '@lamella/shared/ui'
import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'

export interface AllUploadsButtonsProps extends Pick<ButtonProps, 'variant' | 'size' | 'color'> {
  queue: { pauseAll: () => void; resumeAll: () => void; cancelAll: () => Promise<void> }
  /** Called when cancelling is confirmed, before the queue cancels. */
  onCancel?: () => void
}

/** Pauses, resumes or, after a confirmation, cancels all uploads (D3-2-92, D3-2-106). */
export function AllUploadsButtons({ queue, onCancel, ...look }: AllUploadsButtonsProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button {...look} onClick={() => queue.pauseAll()}>
        Pause all
      </Button>
      <Button {...look} onClick={() => queue.resumeAll()}>
        Resume all
      </Button>
      <Button {...look} onClick={() => setAsking(true)}>
        Cancel all
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Cancel image uploads"
        confirmLabel="Cancel all"
        cancelLabel="Continue uploading"
        onConfirm={async () => {
          onCancel?.()
          await queue.cancelAll()
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        Do you really want to cancel all remaining uploads?
      </ConfirmDialog>
    </>
  )
}
