import { lazy } from 'react'
import { LatePart } from '../late-part.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

const LeaveDialog = lazy(() => import('./leave-dialog.tsx'))

/** Around the whole portal: uploads go on also beside the pages of whoever is logged in. */
export const LeaveGuard = () => {
  const question = useLeaveGuard()
  return <LatePart>{question && <LeaveDialog {...question} />}</LatePart>
}
