import { RingIndicator } from '@lamella/shared/ui'
import { UnstyledButton } from '@mantine/core'
import { useMobile } from '../narrow.ts'
import css from './trial.module.css'

/** Days of the one month that the free trial lasts: a full ring. */
const trialDays = 30
/** From so many days on the ring is in the colour of a warning. */
const warnFrom = 5

interface TrialIndicatorProps {
  /** Days left. */
  days: number
  onOpen: () => void
}

/** Opens the dialog that tells about the trial. */
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
