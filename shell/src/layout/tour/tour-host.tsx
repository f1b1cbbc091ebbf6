import { bus } from '@lamella/shared/events'
import { useFocusReturn } from '@lamella/shared/ui'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { latePart } from '../late-part.tsx'
import type { DashboardTourProps } from './dashboard-tour.tsx'
import { useTourStart } from './use-tour-start.ts'

const DashboardTour = latePart(() => import('./dashboard-tour.tsx'))

/** Shows the dashboard's tour when somebody asks for it over the bus, on the dashboard. */
export const TourHost = (place: Omit<DashboardTourProps, 'onEnd'>) => {
  const [wanted, setWanted] = useState(false)
  const [running, setRunning] = useState(false)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const end = useCallback(() => {
    setWanted(false)
    setRunning(false)
  }, [])
  useTourStart()
  useFocusReturn(wanted)
  useEffect(() => {
    const subscription = bus.on('tour/start').subscribe(() => setWanted(true))
    return () => subscription.unsubscribe()
  }, [])
  useEffect(() => {
    if (!wanted) return
    // Only after the navigation: it closes the side menu, which the tour may open.
    if (pathname === '/') setRunning(true)
    else void navigate('/')
  }, [wanted, pathname, navigate])
  return running && <DashboardTour {...place} onEnd={end} onMissing={end} />
}
