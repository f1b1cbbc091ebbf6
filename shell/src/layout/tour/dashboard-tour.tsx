import { runtimeConfigAtom } from '@lamella/shared/session'
import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { dashboardSteps } from './dashboard-steps.ts'
import { markDashboardTourSeen } from './seen-tour.ts'
import { TourFrame } from './tour-frame.tsx'
import type { TourEnd } from './use-tour.ts'

/** See `dashboardSteps` for `hasAi` and `drawer`. */
export interface DashboardTourProps {
  hasAi: boolean
  drawer: { open: () => void; close: () => void } | null
  /** @param completed - by "Create project" */
  onEnd: (completed: boolean) => void
}

/** The dashboard's tour, which leads to the form of a new project. */
const DashboardTour = ({ hasAi, drawer, onEnd }: DashboardTourProps) => {
  const productName = useAtomValue(runtimeConfigAtom).product.name
  const navigate = useNavigate()
  // Fixed at the start: the drawer's callbacks change when it opens and closes.
  const [steps] = useState(() => dashboardSteps({ productName, hasAi, drawer }))
  const finish = useCallback(
    (end: TourEnd, shown: boolean): void => {
      const completed = end === 'completed'
      onEnd(completed)
      if (end !== 'reset' && shown) markDashboardTourSeen()
      if (completed) void navigate('/projects/new')
    },
    [navigate, onEnd],
  )
  return (
    <TourFrame
      steps={steps}
      leaveLabel="Skip tour"
      doneLabel="Create project"
      onEnd={finish}
      onClose={() => onEnd(false)}
    />
  )
}

export default DashboardTour
