import { bus } from '@lamella/shared/events'
import { failingTo, projectsStartQuery } from '@lamella/shared/queries'
import { currentUserAtom, subscriptionsAtom } from '@lamella/shared/session'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useHasTourWidth } from '../breakpoints.ts'
import { hasFreePlan } from '../trial/trial-days.ts'
import { hasSeenDashboardTour } from './seen-tour.ts'
import { startWhenFree } from './start-when-free.ts'

/**
 * Starts the tour automatically after 3 s (D2-4-23) on the dashboard of a member without projects who has not seen it (D2-4-25, D2-4-26);
 * not on small screens, where it could only show an error. On a free plan, closing the trial dialog starts it instead
 * (contradiction 34).
 */
export const useTourAutoStart = (): void => {
  const user = useAtomValue(currentUserAtom)
  const subscriptions = useAtomValue(subscriptionsAtom)
  const { pathname } = useLocation()
  const newcomer =
    pathname === '/' && user !== null && !user.isGuest && !hasFreePlan(subscriptions) && !hasSeenDashboardTour()
  const projects = useQuery({ ...failingTo(null, projectsStartQuery()), enabled: newcomer })
  const wide = useHasTourWidth()
  const starts = newcomer && wide && projects.data?.rows.length === 0
  useEffect(() => {
    if (!starts) return
    return startWhenFree(() => bus.emit('tour/start', { tour: 'dashboard' }))
  }, [starts])
}
