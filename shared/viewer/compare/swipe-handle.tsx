import { IconArrowsHorizontal } from '@tabler/icons-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import css from './compare-viewer.module.css'

interface SwipeHandleProps {
  /** Share of the left image, percent. */
  value: number
  onChange: (value: number) => void
}

const within = (value: number): number => Math.min(Math.max(value, 0), 100)
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -2,
  ArrowRight: 2,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
}

/** The line between two images that lie over each other. */
export const SwipeHandle = ({ value, onChange }: SwipeHandleProps) => {
  const onMove = ({ currentTarget, clientX, pointerId }: PointerEvent<HTMLDivElement>): void => {
    if (!currentTarget.hasPointerCapture(pointerId)) return
    const box = currentTarget.parentElement?.getBoundingClientRect()
    if (box) onChange(within(((clientX - box.left) / box.width) * 100))
  }
  const onKey = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onChange(within(value + step))
  }
  return (
    <div
      className={css.handle}
      role="slider"
      tabIndex={0}
      aria-label="Line between the images"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      aria-valuetext={`A ${Math.round(value)} %, B ${Math.round(100 - value)} %`}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onMove}
      onKeyDown={onKey}
    >
      <span>
        <IconArrowsHorizontal size={18} stroke={1.8} aria-hidden />
      </span>
    </div>
  )
}
