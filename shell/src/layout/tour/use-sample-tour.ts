import { bus, type TourStepData } from '@lamella/shared/events'
import { currentUserAtom } from '@lamella/shared/session'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { takeGuidedTour } from './guided-tour.ts'
import { startWhenFree } from './start-when-free.ts'

/**
 * The tour of a sample project from 3 s after its creation, if the guided tour was active (D2-4-17).
 * @returns its steps, null while it does not run, and what ends it
 */
export const useSampleTour = (): [readonly TourStepData[] | null, () => void] => {
  const userId = useAtomValue(currentUserAtom)?.id
  const [created, setCreated] = useState<readonly TourStepData[] | null>(null)
  const [running, setRunning] = useState<readonly TourStepData[] | null>(null)
  const [end] = useState(() => () => setRunning(null))
  useEffect(() => {
    const subscription = bus.on('tour/sample-created').subscribe(({ steps }) => {
      if (userId !== undefined && takeGuidedTour(userId)) setCreated(steps)
    })
    return () => subscription.unsubscribe()
  }, [userId])
  useEffect(() => {
    if (!created) return
    return startWhenFree(() => {
      setCreated(null)
      // Whoever has gone elsewhere is not taken back.
      if (created[0]?.path === window.location.pathname) setRunning(created)
    })
  }, [created])
  return [running, end]
}
