import { InfoBar } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import css from './interrupted-uploads.module.css'

interface GivenFile {
  file: File
  handle: FileSystemFileHandle | null
}

export interface InterruptedUploadsProps {
  uploads: readonly { name: string; waitsFor?: 'file' | 'permission' | null }[]
  queue: { provide: (files: readonly GivenFile[]) => number; allow: () => Promise<void> }
}

/** That uploads from before a reload need something to continue. */
export const interruptedText = (count: number): string =>
  count === 1 ? '1 upload was interrupted' : `${count} uploads were interrupted`

/** Asks once for all that uploads from before a reload need to continue; nothing while none needs anything. */
export function InterruptedUploads({ uploads, queue }: InterruptedUploadsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [unknown, setUnknown] = useState(false)
  const waiting = uploads.filter(({ waitsFor }) => waitsFor)
  const files = waiting.filter(({ waitsFor }) => waitsFor === 'file')
  if (waiting.length === 0) return null
  const one = waiting.length === 1
  return (
    <InfoBar tone="warning">
      {interruptedText(waiting.length)} when the page was loaded again. What was sent is kept.
      <span className={css.actions}>
        {files.length < waiting.length && (
          <Button size="compact-sm" variant="default" onClick={() => void queue.allow()}>
            Continue {one ? 'upload' : 'uploads'}
          </Button>
        )}
        {files.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => input.current?.click()}>
            Select {files.length === 1 ? files[0]?.name : `${files.length} files`} again
          </Button>
        )}
      </span>
      {unknown && (
        <span role="status" className={css.unknown}>
          None of these is a file that was being uploaded: name, size and date must be the same.
        </span>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files of interrupted uploads"
        onChange={(event) => {
          const given = [...(event.currentTarget.files ?? [])].map((file) => ({ file, handle: null }))
          event.currentTarget.value = ''
          if (given.length > 0) setUnknown(queue.provide(given) === 0)
        }}
      />
    </InfoBar>
  )
}
