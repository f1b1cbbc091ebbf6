import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { minTourWidth, type TourStep, targetOf } from './tour-step.ts'

/** Pixels of the spotlight around its target (D2-2-97). */
const padding = 4
/** Milliseconds after the last resize event (D2-2-98). */
const resizeDebounce = 200

/** Position of the spotlight in pixels of the viewport. */
export interface TargetBox {
  top: number
  left: number
  width: number
  height: number
}

const boxOf = (step: TourStep): TargetBox | null => {
  const box = targetOf(step)?.getBoundingClientRect()
  return box
    ? {
        top: box.top - padding,
        left: box.left - padding,
        width: box.width + 2 * padding,
        height: box.height + 2 * padding,
      }
    : null
}

/**
 * Position of the spotlight: follows scrolling at once, resizing after a debounce.
 * @returns box null while the target is missing; tooSmall below the tour's minimum width
 */
export const useTargetBox = (step: TourStep | null): { box: TargetBox | null; tooSmall: boolean } => {
  const [box, setBox] = useState<TargetBox | null>(null)
  const [tooSmall, setTooSmall] = useState(false)
  const measure = (): void => {
    setTooSmall(window.innerWidth < minTourWidth)
    setBox(step && boxOf(step))
  }
  const measureAtRest = useDebouncedCallback(measure, resizeDebounce)
  useEffect(() => {
    if (step) targetOf(step)?.scrollIntoView({ block: 'nearest' })
    measure()
    window.addEventListener('scroll', measure, { capture: true, passive: true })
    window.addEventListener('resize', measureAtRest)
    return () => {
      window.removeEventListener('scroll', measure, { capture: true })
      window.removeEventListener('resize', measureAtRest)
    }
  }, [step])
  return { box, tooSmall }
}
