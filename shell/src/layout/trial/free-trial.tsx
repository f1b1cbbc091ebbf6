import type { CurrentUser } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { failingTo, projectsStartQuery } from '@lamella/shared/queries'
import { runtimeConfigAtom, safeSessionStorage, subscriptionsAtom } from '@lamella/shared/session'
import { useNow } from '@lamella/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { lazyPart } from '../lazy-part.tsx'
import { hasSeenDashboardTour } from '../tour/seen-tour.ts'
import { trialDaysLeft } from './trial-days.ts'
import { TrialIndicator } from './trial-indicator.tsx'

const TrialDialog = lazyPart(() => import('./trial-dialog.tsx'))

/** Session-storage key of the user for whom the dialog opened automatically: a reload does not open it again. */
const shownKey = 'lamella.trialShownTo'

/** Indicator and dialog of the free trial; nothing for other organisations (D1-4.4-02). */
export const FreeTrial = ({ user }: { user: CurrentUser }) => {
  const config = useAtomValue(runtimeConfigAtom)
  const days = trialDaysLeft(useAtomValue(subscriptionsAtom), useNow().getTime())
  const inTrial = days >= 0
  const { pathname } = useLocation()
  const [opened, setOpened] = useState(false)
  const projects = useQuery({
    ...failingTo(null, projectsStartQuery()),
    enabled: inTrial && (pathname === '/' || opened),
  }).data
  const isNew = projects?.rows.length === 0

  useEffect(() => {
    if (!inTrial || !isNew || pathname !== '/' || safeSessionStorage.read(shownKey) === user.id) return
    safeSessionStorage.write(shownKey, user.id)
    setOpened(true)
  }, [inTrial, isNew, pathname, user.id])

  if (!inTrial) return null
  const close = (): void => {
    setOpened(false)
    if (isNew && !user.isGuest && !hasSeenDashboardTour()) bus.emit('tour/start', { tour: 'dashboard' })
  }
  return (
    <>
      <TrialIndicator days={days} onOpen={() => setOpened(true)} />
      {opened && (
        <TrialDialog user={user} config={config} days={days} onClose={close} onMissing={() => setOpened(false)} />
      )}
    </>
  )
}
