import { bus } from '@lamella/shared/events'
import { failingTo, projectsQuery } from '@lamella/shared/queries'
import { currentUserAtom, subscriptionsAtom } from '@lamella/shared/session'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useHasTourWidth } from '../breakpoints.ts'
import { hasFreePlan } from '../trial/trial-days.ts'
import { hasSeenDashboardTour } from './seen-tour.ts'

/** Milliseconds after which the tour starts (D2-4-23). */
const startDelay = 3000

const hasOpenDialog = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

/**
 * Starts the tour automatically on the dashboard of a member without projects who has not seen it (D2-4-25, D2-4-26);
 * not on small screens, where it could only show an error. On a free plan, closing the trial dialog starts it instead
 * (contradiction 34).
 */
export const useTourAutoStart = (): void => {
  const user = useAtomValue(currentUserAtom)
  const subscriptions = useAtomValue(subscriptionsAtom)
  const { pathname } = useLocation()
  const newcomer =
    pathname === '/' && user !== null && !user.isGuest && !hasFreePlan(subscriptions) && !hasSeenDashboardTour()
  const projects = useQuery({ ...failingTo(null, projectsQuery), enabled: newcomer })
  const wide = useHasTourWidth()
  const starts = newcomer && wide && projects.data?.length === 0
  useEffect(() => {
    if (!starts) return
    const timer = setInterval(() => {
      // An open dialog comes first; the next attempt is after the same delay.
      if (hasOpenDialog()) return
      clearInterval(timer)
      bus.emit('tour/start', { tour: 'dashboard' })
    }, startDelay)
    return () => clearInterval(timer)
  }, [starts])
}
