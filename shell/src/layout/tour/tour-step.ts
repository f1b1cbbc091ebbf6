/** One step of a guided tour (D2-2-85). */
export interface TourStep {
  id: string
  /** CSS selector of the highlighted element. */
  target: string
  title: string
  content: string
  /** Width of the step's box in pixels, 300 by default (D2-2-95), at least 200 (D2-2-96). */
  width?: number
  /** The step is left out for this user (D2-2-103). */
  skipped?: boolean
  /** Runs before the step (D2-2-100); the target is looked for `delay` milliseconds later (D2-2-101). */
  action?: () => void
  delay?: number
  /** Runs when the step is left (D2-2-102). */
  closeAction?: () => void
  /** Address of the page that the step belongs to: the tour ends when the user leaves it. */
  path?: string
  /** Milliseconds that the target is waited for, as on a page that is loaded; nothing is shown meanwhile. */
  patience?: number
  /** The box is shown only after the orb beside the target was hovered or pressed (D2-2-92). */
  orb?: boolean
  /** Where the target is missing, the step is passed over (D2-2-105). */
  optional?: boolean
}

/** Minimum window width of a tour in pixels (D2-2-82). */
export const minTourWidth = 1000

const defaultWidth = 300
const minWidth = 200

/** Width of a step's box in pixels. */
export const widthOf = ({ width = defaultWidth }: TourStep): number => Math.max(width, minWidth)

/** The element that a step highlights; null while it is not in the page. */
export const targetOf = ({ target }: TourStep): Element | null => document.querySelector(target)
