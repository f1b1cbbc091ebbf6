import { lazy } from 'react'
import { LazyBoundary } from '../lazy-boundary.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

const LeaveDialog = lazy(() => import('./leave-dialog.tsx'))

/**
 * Asks before a log-out that would stop uploads. Outside the portal's frame, because uploads also run on pages without
 * it.
 */
export const LeaveGuard = () => {
  const question = useLeaveGuard()
  return <LazyBoundary>{question && <LeaveDialog {...question} />}</LazyBoundary>
}
