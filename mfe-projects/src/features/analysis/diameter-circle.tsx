import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import css from './diameter-circle.module.css'
import { dragPointer } from './drag-pointer.ts'

interface DiameterCircleProps {
  /** Pixels of the image. */
  diameter: number
  minimum: number
  maximum: number
  /** CSS pixels per pixel of the image. */
  scale: number
  /** Centre, CSS pixels from the top left corner of the picture. */
  left: number
  top: number
  /** Nobody has chosen the diameter: it is drawn dashed. */
  automatic: boolean
  /** The diameter in words, for screen readers. */
  text: string
  onResize: (diameter: number) => void
  /** Called with the new centre, CSS pixels. */
  onMove: (left: number, top: number) => void
}

/** Changes of the diameter by keys, px of the image; those of a slider (ARIA). */
const STEPS: Record<string, number> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
}
const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
}
/** CSS pixels by which a key moves the circle. */
const MOVE = 8
/** To a tenth of a pixel: no hand is steadier, and more decimals look measured. */
const rounded = (diameter: number): number => Math.round(10 * diameter) / 10

/**
 * A circle over a picture: dragged by its edge or handle it changes the diameter, inside it moves. By keyboard it is a
 * slider, whose arrow keys move it with Shift.
 */
export const DiameterCircle = (props: DiameterCircleProps) => {
  const { diameter, minimum, maximum, scale, left, top, automatic, text, onResize, onMove } = props
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const resize = (wanted: number): void => onResize(rounded(Math.min(maximum, Math.max(minimum, wanted))))

  const startMove = (event: PointerEvent): void => {
    stop.current?.()
    stop.current = dragPointer(event, (dx, dy) => onMove(left + dx, top + dy))
  }
  const startResize = (event: PointerEvent): void => {
    event.stopPropagation()
    stop.current?.()
    // The handle stays as far from the pointer as it was pressed.
    stop.current = dragPointer(event, (dx, dy) => {
      const radius = (diameter * scale) / 2
      resize((2 * Math.hypot(radius + dx, dy)) / scale)
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = event.shiftKey ? DIRECTIONS[event.key] : undefined
    const step = STEPS[event.key]
    if (direction) onMove(left + MOVE * direction[0], top + MOVE * direction[1])
    else if (event.key === 'Home') resize(minimum)
    else if (event.key === 'End') resize(maximum)
    else if (step !== undefined) resize(Math.round(diameter) + step)
    else return
    event.preventDefault()
  }
  const size = diameter * scale
  return (
    <div
      className={css.circle}
      style={{ left, top, width: size, height: size }}
      data-automatic={automatic || undefined}
      role="slider"
      tabIndex={0}
      aria-label="Nucleus diameter as a circle, moved with Shift and the arrow keys"
      aria-valuemin={minimum}
      aria-valuemax={maximum}
      aria-valuenow={diameter}
      aria-valuetext={text}
      onPointerDown={startMove}
      onKeyDown={onKeyDown}
    >
      <svg className={css.ring} aria-hidden>
        <circle cx="50%" cy="50%" r={size / 2} className={css.halo} />
        <circle cx="50%" cy="50%" r={size / 2} className={css.line} />
      </svg>
      <span className={css.handle} onPointerDown={startResize} data-testid="diameter-handle" />
    </div>
  )
}
