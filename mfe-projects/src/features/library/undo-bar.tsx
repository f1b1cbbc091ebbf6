import type { Image } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { Button, CloseButton } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import css from '../../lib/bulk-bar.module.css'
import { BulkProgress } from '../../lib/bulk-progress.tsx'
import type { Progress } from '../../lib/use-bulk-work.ts'

/** Milliseconds for which a deletion can be undone where it was made; then the trash has it. */
const shownFor = 30_000

interface UndoBarProps {
  /** What was just moved to the trash. */
  images: readonly Image[]
  /** They are being taken back; null: not yet. */
  progress: Progress | null
  onUndo: () => void
  onStop: () => void
  onClose: () => void
}

const textOf = ([first, ...others]: readonly Image[]): string =>
  others.length === 0
    ? `${first?.name} is in the trash.`
    : `${formatNumber(others.length + 1)} images are in the trash.`

/** Says that images are in the trash and takes them back, for 30 seconds. */
export const UndoBar = ({ images, progress, onUndo, onStop, onClose }: UndoBarProps) => {
  const close = useEffectEvent(onClose)
  const isOffer = progress === null && images.length > 0
  useEffect(() => {
    if (!isOffer) return
    const timer = setTimeout(close, shownFor)
    return () => clearTimeout(timer)
  }, [images, isOffer])
  if (!isOffer && !progress) return null
  return (
    <div role="status" className={css.bar}>
      {progress ? (
        <BulkProgress verb="Restoring" label="Restored images" {...progress} />
      ) : (
        <span className={css.count}>{textOf(images)}</span>
      )}
      {/* One button, which keeps the focus; the second click of a double click is not meant for what it has become. */}
      <Button variant="default" size="compact-sm" onClick={progress ? ({ detail }) => detail < 2 && onStop() : onUndo}>
        {progress ? 'Stop' : 'Undo'}
      </Button>
      {isOffer && <CloseButton className={css.close} aria-label="Close message" onClick={onClose} />}
    </div>
  )
}
