import { RingIndicator } from '@lamella/shared/ui'
import { UnstyledButton } from '@mantine/core'
import { useMobile } from '../breakpoints.ts'
import css from './trial.module.css'

/** Days of the trial's one month (D1-1-08): a full ring. */
const trialDays = 30
/** Days left from which the ring has the warning colour (ADR 50). */
const warnFrom = 5

interface TrialIndicatorProps {
  /** Whole days left in the trial. */
  days: number
  onOpen: () => void
}

/** Days left in the trial, in the header; opens the dialog. */
export const TrialIndicator = ({ days, onOpen }: TrialIndicatorProps) => {
  const mobile = useMobile()
  return (
    <UnstyledButton className={css.indicator} onClick={onOpen} aria-haspopup="dialog">
      <RingIndicator share={days / trialDays} warn={days <= warnFrom}>
        {mobile ? 'free trial' : `${days} days in the free trial phase left`}
      </RingIndicator>
    </UnstyledButton>
  )
}
