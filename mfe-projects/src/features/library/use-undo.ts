import type { Image } from '@lamella/shared/contract'
import { useState } from 'react'
import { type BulkWork, useBulkWork } from '../../lib/use-bulk-work.ts'
import type { ImageActions } from './use-image-actions.ts'

interface Undo extends Pick<BulkWork, 'progress' | 'stop'> {
  /** What can be taken back. Empty: nothing, or a few images are being taken back. */
  images: readonly Image[]
  /** Images were moved to the trash; empty: others are gone, and nothing can be taken back. */
  offer: (images: readonly Image[]) => void
  undo: () => Promise<void>
  close: () => void
}

const none: readonly Image[] = []

/** Takes images back that were just moved to the trash. */
export const useUndo = (restore: ImageActions['restore']): Undo => {
  const [offered, setOffered] = useState(none)
  const { isRunning, progress, run, stop } = useBulkWork()
  return {
    images: isRunning ? none : offered,
    progress,
    stop,
    offer: setOffered,
    undo: async () => {
      await run(offered.length, (run) => restore.mutateAsync({ images: offered, run })).catch(() => undefined)
      // Others may have been deleted meanwhile.
      setOffered((now) => (now === offered ? none : now))
    },
    close: () => setOffered(none),
  }
}
