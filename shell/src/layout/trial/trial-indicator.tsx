import { subscriptionsAtom } from '@lamella/shared/session'
import { ScaleRing } from '@lamella/shared/ui'
import { useAtomValue } from 'jotai'
import { useMobile } from '../narrow.ts'
import { trialDaysLeft } from './trial-days.ts'

/** Days of the one month that the free trial lasts: a full ring. */
const trialDays = 30
/** From so many days on the ring is in the colour of a warning. */
const warnFrom = 5

export const TrialIndicator = () => {
  const subscriptions = useAtomValue(subscriptionsAtom)
  const mobile = useMobile()
  const days = trialDaysLeft(subscriptions, Date.now())
  if (days < 0) return null
  return (
    <ScaleRing share={days / trialDays} warn={days <= warnFrom}>
      {mobile ? 'free trial' : `${days} days in the free trial phase left`}
    </ScaleRing>
  )
}
