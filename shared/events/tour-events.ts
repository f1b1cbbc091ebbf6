/** One step of a guided tour as data: the remote that knows the pages describes it, and the shell shows it. */
export interface TourStepData {
  id: string
  /** Value of `data-tour` of the highlighted element. */
  target: string
  /** Address of the page on which the target is; the tour goes there for the step. */
  path: string
  title: string
  content: string
  /** The step waits as a small orb beside the target until that is hovered or pressed (D2-2-92). */
  orb?: boolean
  /** Where the target is missing, the step is passed over instead of ending the tour (D2-2-105). */
  optional?: boolean
}
