import { bus } from '@lamella/shared/events'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { DashboardTourProps } from './dashboard-tour.tsx'
import { useTourStart } from './use-tour-start.ts'

const DashboardTour = lazy(() => import('./dashboard-tour.tsx'))

/** Shows the dashboard's tour when somebody asks for it over the bus, on the dashboard. */
export const TourHost = (place: Omit<DashboardTourProps, 'onEnd'>) => {
  const [running, setRunning] = useState(false)
  const navigate = useNavigate()
  const end = useCallback(() => setRunning(false), [])
  useTourStart()
  useEffect(() => {
    const start = async (): Promise<void> => {
      await navigate('/')
      setRunning(true)
    }
    const subscription = bus.on('tour/start').subscribe(() => void start())
    return () => subscription.unsubscribe()
  }, [navigate])
  return <Suspense>{running && <DashboardTour {...place} onEnd={end} />}</Suspense>
}
