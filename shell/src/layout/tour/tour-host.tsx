import { bus } from '@lamella/shared/events'
import { currentUserAtom } from '@lamella/shared/session'
import { useFocusReturn } from '@lamella/shared/ui'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { lazyPart } from '../lazy-part.tsx'
import type { DashboardTourProps } from './dashboard-tour.tsx'
import { keepGuidedTour } from './guided-tour.ts'
import { useSampleTour } from './use-sample-tour.ts'
import { useTourAutoStart } from './use-tour-auto-start.ts'

const DashboardTour = lazyPart(() => import('./dashboard-tour.tsx'))
const SampleTour = lazyPart(() => import('./sample-tour.tsx'))

/**
 * Runs the dashboard's tour on the bus event `tour/start`, after navigating to the dashboard, and the tour of a sample
 * project that is created after it.
 */
export const TourHost = (place: Omit<DashboardTourProps, 'onEnd'>) => {
  const userId = useAtomValue(currentUserAtom)?.id
  const [wanted, setWanted] = useState(false)
  const [running, setRunning] = useState(false)
  const [sampleSteps, endSample] = useSampleTour()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const end = useCallback(
    (completed: boolean) => {
      setWanted(false)
      setRunning(false)
      if (completed && userId !== undefined) keepGuidedTour(userId)
    },
    [userId],
  )
  useTourAutoStart()
  useFocusReturn(wanted || sampleSteps !== null)
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
  if (sampleSteps) return <SampleTour steps={sampleSteps} onEnd={endSample} onMissing={endSample} />
  return running && <DashboardTour {...place} onEnd={end} onMissing={() => end(false)} />
}
