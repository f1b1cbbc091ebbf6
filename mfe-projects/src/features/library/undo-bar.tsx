import type { Image } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'
import { Button, CloseButton } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import css from './bulk-bar.module.css'

/** Milliseconds for which a deletion can be undone where it was made; then the trash has it. */
const shownFor = 30_000

interface UndoBarProps {
  /** What was just moved to the trash. */
  images: readonly Image[]
  onUndo: () => void
  onClose: () => void
}

const textOf = ([first, ...others]: readonly Image[]): string =>
  others.length === 0
    ? `${first?.name} is in the trash.`
    : `${formatNumber(others.length + 1)} images are in the trash.`

/** Says that images are in the trash and takes them back, for 30 seconds. */
export const UndoBar = ({ images, onUndo, onClose }: UndoBarProps) => {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const timer = setTimeout(close, shownFor)
    return () => clearTimeout(timer)
  }, [images])
  return (
    <div role="status" className={css.bar}>
      <span className={css.count}>{textOf(images)}</span>
      <Button variant="default" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
      <CloseButton aria-label="Close message" onClick={onClose} />
    </div>
  )
}
