import { bus } from '@lamella/shared/events'
import { safeLocalStorage } from '@lamella/shared/session'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { Tour, type TourProps } from './tour.tsx'
import { minTourWidth } from './tour-step.ts'
import type { TourEnd } from './use-tour.ts'

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

/**
 * A tour, which tells its failure, or a dialog in windows narrower than 1000 px (D2-2-83).
 * @param props.onEnd - of the tour; must not change while it runs
 * @param props.onClose - of the dialog
 */
export const TourFrame = ({ onEnd, onClose, ...tour }: TourProps & { onClose: () => void }) => {
  const [fits] = useState(() => window.innerWidth >= minTourWidth)
  const finish = useCallback(
    (end: TourEnd, shown: boolean): void => {
      onEnd(end, shown)
      if (end === 'reset') toastFailure()
    },
    [onEnd],
  )
  if (fits) return <Tour {...tour} onEnd={finish} />
  return (
    <Dialog opened title="Guided Tour" onClose={onClose} withoutCross>
      Guided tour not available, only available on larger screens
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
