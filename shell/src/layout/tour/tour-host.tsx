import { bus } from '@lamella/shared/events'
import { useFocusReturn } from '@lamella/shared/ui'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { lazyPart } from '../lazy-part.tsx'
import type { DashboardTourProps } from './dashboard-tour.tsx'
import { useTourAutoStart } from './use-tour-auto-start.ts'

const DashboardTour = lazyPart(() => import('./dashboard-tour.tsx'))

/** Runs the dashboard's tour on the bus event `tour/start`, after navigating to the dashboard. */
export const TourHost = (place: Omit<DashboardTourProps, 'onEnd'>) => {
  const [wanted, setWanted] = useState(false)
  const [running, setRunning] = useState(false)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const end = useCallback(() => {
    setWanted(false)
    setRunning(false)
  }, [])
  useTourAutoStart()
  useFocusReturn(wanted)
  useEffect(() => {
    const subscription = bus.on('tour/start').subscribe(() => setWanted(true))
    return () => subscription.unsubscribe()
  }, [])
  useEffect(() => {
    if (!wanted) return
    // Starts after the navigation, which closes the side-menu drawer that a step may open.
    if (pathname === '/') setRunning(true)
    else void navigate('/')
  }, [wanted, pathname, navigate])
  return running && <DashboardTour {...place} onEnd={end} onMissing={end} />
}
