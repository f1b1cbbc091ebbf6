import type { TourStepData } from '@lamella/shared/events'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { TourFrame } from './tour-frame.tsx'
import type { TourStep } from './tour-step.ts'

export interface SampleTourProps {
  steps: readonly TourStepData[]
  onEnd: () => void
}

/** Milliseconds that a page may take to be loaded before its step counts as missing. */
const pagePatience = 10_000
/** Of a step that may well be missing. */
const optionalPatience = 600

const stepOf = ({ target, optional, ...texts }: TourStepData, goTo: (path: string) => void): TourStep => ({
  ...texts,
  target: `[data-tour="${CSS.escape(target)}"]`,
  optional,
  action: () => goTo(texts.path),
  patience: optional ? optionalPatience : pagePatience,
})

/** Tour of a sample project over the pages that its steps name (D2-2-81). */
const SampleTour = ({ steps: data, onEnd }: SampleTourProps) => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [steps] = useState(() => {
    const goTo = (path: string): void => {
      if (window.location.pathname !== path) void navigate(path)
    }
    return data.map((each) => stepOf(each, goTo))
  })
  return (
    <TourFrame
      steps={steps}
      leaveLabel="Cancel tour"
      doneLabel="Done"
      pathname={pathname}
      onEnd={onEnd}
      onClose={onEnd}
    />
  )
}

export default SampleTour
