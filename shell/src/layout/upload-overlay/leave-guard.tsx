import { latePart } from '../late-part.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

const LeaveDialog = latePart(() => import('./leave-dialog.tsx'))

/** Around the whole portal: uploads go on also beside the pages of whoever is logged in. */
export const LeaveGuard = () => {
  const question = useLeaveGuard()
  // Nobody leaves unasked: the next attempt asks again.
  return question && <LeaveDialog {...question} onMissing={question.stay} />
}
