import { bus } from '@lamella/shared/events'
import { runtimeConfigAtom, safeLocalStorage } from '@lamella/shared/session'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { dashboardSteps } from './dashboard-steps.ts'
import { rememberDashboardTour } from './seen-tour.ts'
import { Tour } from './tour.tsx'
import { leastTourWidth } from './tour-step.ts'
import type { TourEnd } from './use-tour.ts'

export interface DashboardTourProps {
  hasAi: boolean
  drawer: { open: () => void; close: () => void } | null
  onEnd: () => void
}

/** Document 2 §4. The second title is spelt as there (statement D2-4-28). */
const tellFailure = (): void => {
  const limited = safeLocalStorage.read('projectsLimitReached') === 'true'
  bus.emit('toast/show', {
    kind: 'error',
    title: limited ? 'Project Limit Reached' : 'Unkown Tour Error',
    detail: limited
      ? 'Please upgrade subscription to continue the Guided Tour.'
      : 'Something went wrong with the tour.',
  })
}

/** The tour of the dashboard, or why it cannot be shown. */
const DashboardTour = ({ hasAi, drawer, onEnd }: DashboardTourProps) => {
  const productName = useAtomValue(runtimeConfigAtom).product.name
  const navigate = useNavigate()
  // As they are at the start: the drawer opens and closes meanwhile.
  const [steps] = useState(() => dashboardSteps({ productName, hasAi, drawer }))
  const [fits] = useState(() => window.innerWidth >= leastTourWidth)
  const finish = useCallback(
    (end: TourEnd, shown: boolean): void => {
      onEnd()
      if (end === 'reset') tellFailure()
      else if (shown) rememberDashboardTour()
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
