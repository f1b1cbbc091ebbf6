/** One stop of a guided tour (document 2 §2). */
export interface TourStep {
  id: string
  /** CSS selector of the element in the spotlight. */
  target: string
  title: string
  content: string
  /** Pixels; at least 200. */
  width?: number
  /** Not part of the tour for this user. */
  skipped?: boolean
  /** What has to happen before the target is there, and the milliseconds that it takes. */
  action?: () => void
  delay?: number
  /** What undoes the action when the step is left. */
  closeAction?: () => void
}

/** Pixels of width from which tours run. */
export const leastTourWidth = 1000

const defaultWidth = 300
const leastWidth = 200

export const widthOf = ({ width = defaultWidth }: TourStep): number => Math.max(width, leastWidth)

export const targetOf = ({ target }: TourStep): Element | null => document.querySelector(target)
