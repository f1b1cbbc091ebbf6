import { bus } from '@lamella/shared/events'
import { failingTo, projectsQuery } from '@lamella/shared/queries'
import { currentUserAtom, subscriptionsAtom } from '@lamella/shared/session'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useTourWidth } from '../narrow.ts'
import { hasFreePlan } from '../trial/trial-days.ts'
import { hasSeenDashboardTour } from './seen-tour.ts'

/** Milliseconds. */
const startDelay = 3000

const hasOpenDialog = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

/**
 * Starts the tour by itself on the dashboard of a member without projects who has not seen it; never where it could only
 * say that the screen is too small: nobody asked for it. With a free plan the
 * free-trial dialog does that when it is closed (document 2 §4, contradictions.md 34).
 */
export const useTourStart = (): void => {
  const user = useAtomValue(currentUserAtom)
  const subscriptions = useAtomValue(subscriptionsAtom)
  const { pathname } = useLocation()
  const newcomer =
    pathname === '/' && user !== null && !user.isGuest && !hasFreePlan(subscriptions) && !hasSeenDashboardTour()
  const projects = useQuery({ ...failingTo(null, projectsQuery), enabled: newcomer })
  const wide = useTourWidth()
  const starts = newcomer && wide && projects.data?.length === 0
  useEffect(() => {
    if (!starts) return
    const timer = setInterval(() => {
      // Whoever has something to answer does so first; the tour tries again after the same delay.
      if (hasOpenDialog()) return
      clearInterval(timer)
      bus.emit('tour/start', { tour: 'dashboard' })
    }, startDelay)
    return () => clearInterval(timer)
  }, [starts])
}
