import { lazyPart } from '../lazy-part.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx'))

/**
 * Asks before a log-out that would stop uploads, and before unsaved changes of a form are left. Outside the portal's frame, because uploads also run on pages without
 * it.
 */
export const LeaveGuard = () => {
  const question = useLeaveGuard()
  // Nobody leaves unasked: the next attempt asks again.
  return question && <LeaveDialog {...question} onMissing={question.stay} />
}
