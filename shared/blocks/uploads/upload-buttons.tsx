import { ActionIcon } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'

const iconProps = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

export interface UploadButtonsProps {
  upload: { id: string; name: string; status: string }
  queue: { pause: (id: string) => void; resume: (id: string) => void; cancel: (id: string) => unknown }
  cancellable: boolean
}

/** Actions of one upload in its present state (D3-2-100 to D3-2-102). */
export function UploadButtons({ upload: { id, name, status }, queue, cancellable }: UploadButtonsProps) {
  return (
    <>
      {status === 'uploading' && (
        <ActionIcon aria-label={`Pause ${name}`} onClick={() => queue.pause(id)}>
          <IconPlayerPause {...iconProps} />
        </ActionIcon>
      )}
      {status === 'paused' && (
        <ActionIcon aria-label={`Resume ${name}`} onClick={() => queue.resume(id)}>
          <IconPlayerPlay {...iconProps} />
        </ActionIcon>
      )}
      {cancellable && (
        <ActionIcon aria-label={`Cancel ${name}`} onClick={() => void queue.cancel(id)}>
          <IconX {...iconProps} />
        </ActionIcon>
      )}
    </>
  )
}
