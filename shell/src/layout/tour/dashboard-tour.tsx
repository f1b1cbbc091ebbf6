import { bus } from '@lamella/shared/events'
import { runtimeConfigAtom, safeLocalStorage } from '@lamella/shared/session'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { dashboardSteps } from './dashboard-steps.ts'
import { markDashboardTourSeen } from './seen-tour.ts'
import { Tour } from './tour.tsx'
import { minTourWidth } from './tour-step.ts'
import type { TourEnd } from './use-tour.ts'

/** See `dashboardSteps` for `hasAi` and `drawer`. */
export interface DashboardTourProps {
  hasAi: boolean
  drawer: { open: () => void; close: () => void } | null
  onEnd: () => void
}

/** Toast for a missing target (D2-4-27, D2-4-28). "Unkown" is spelt as in the specification (contradiction 42). */
const toastFailure = (): void => {
  const limited = safeLocalStorage.read('projectsLimitReached') === 'true'
  bus.emit('toast/show', {
    kind: 'error',
    title: limited ? 'Project Limit Reached' : 'Unkown Tour Error',
    detail: limited
      ? 'Please upgrade subscription to continue the Guided Tour.'
      : 'Something went wrong with the tour.',
  })
}

/** The dashboard's tour, or a dialog in windows narrower than 1000 px (D2-2-83). */
const DashboardTour = ({ hasAi, drawer, onEnd }: DashboardTourProps) => {
  const productName = useAtomValue(runtimeConfigAtom).product.name
  const navigate = useNavigate()
  // Fixed at the start: the drawer's callbacks change when it opens and closes.
  const [steps] = useState(() => dashboardSteps({ productName, hasAi, drawer }))
  const [fits] = useState(() => window.innerWidth >= minTourWidth)
  const finish = useCallback(
    (end: TourEnd, shown: boolean): void => {
      onEnd()
      if (end === 'reset') toastFailure()
      else if (shown) markDashboardTourSeen()
      if (end === 'completed') void navigate('/projects/new')
    },
    [navigate, onEnd],
  )
  if (fits) return <Tour steps={steps} doneLabel="Create project" onEnd={finish} />
  return (
    <Dialog opened title="Guided Tour" onClose={onEnd} withoutCross>
      Guided tour not available, only available on larger screens
      <DialogActions>
        <Button onClick={onEnd}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

export default DashboardTour
