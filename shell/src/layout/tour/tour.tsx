import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, Popover, Portal } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import css from './tour.module.css'
import { TourOrb } from './tour-orb.tsx'
import { type TourStep, widthOf } from './tour-step.ts'
import { useTargetBox } from './use-target-box.ts'
import { type RunningTour, type TourEnd, useTour } from './use-tour.ts'

export interface TourProps {
  steps: readonly TourStep[]
  /** Text of the button that leaves the tour on its first step; "Cancel tour" on the others (D2-2-87, D2-2-88). */
  leaveLabel: 'Skip tour' | 'Cancel tour'
  /** Text of the last step's button. */
  doneLabel: string
  /** Address of the page that is shown, for steps that belong to a page. */
  pathname?: string
  /** @param shown - whether at least one step was shown */
  onEnd: (end: TourEnd, shown: boolean) => void
}

const Buttons = ({
  tour,
  leaveLabel,
  doneLabel,
}: { tour: RunningTour } & Pick<TourProps, 'leaveLabel' | 'doneLabel'>) => {
  const last = tour.number === tour.total
  return (
    <div className={css.actions}>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={tour.skip}>
        {tour.number === 1 ? leaveLabel : 'Cancel tour'}
      </Button>
      {tour.number > 1 && (
        <Button variant="default" size="compact-sm" onClick={tour.back}>
          Back
        </Button>
      )}
      <Button size="compact-sm" onClick={tour.next} data-autofocus>
        {last ? doneLabel : 'Next '}
        {!last && (
          <span className={css.progress}>
            {tour.number}/{tour.total}
          </span>
        )}
      </Button>
    </div>
  )
}

/** Replaces the tour while the window is too narrow (D2-2-93). */
const PleaseResize = ({ onClose }: { onClose: () => void }) => (
  <Dialog opened title="Please resize" onClose={onClose} withoutCross>
    You have resized the tour to a size that is too small to continue. Please resize the browser to a larger size to
    continue the tour or close the tour.
    <DialogActions>
      <Button onClick={onClose}>Close tour</Button>
    </DialogActions>
  </Dialog>
)

/** Ends the tour when the user has left the page of its step, as by the browser's Back. */
const useLeaving = ({ step, skip }: RunningTour, pathname: string | undefined): void => {
  const arrived = useRef<TourStep | null>(null)
  useEffect(() => {
    if (!step?.path) return
    if (step.path === pathname) arrived.current = step
    else if (arrived.current === step) skip()
  }, [step, pathname, skip])
}

/**
 * Guided tour: a spotlight on the target (D2-2-84) and a dialog with title, content and buttons. Arrow keys move,
 * Escape ends it.
 */
export const Tour = ({ steps, leaveLabel, doneLabel, pathname, onEnd }: TourProps) => {
  const tour = useTour(steps, onEnd)
  const { box, tooSmall } = useTargetBox(tour.step)
  /** The step whose orb was hovered. */
  const [opened, setOpened] = useState<string | null>(null)
  const id = useId()
  useLeaving(tour, pathname)
  if (!tour.step) return null
  const { step } = tour
  if (tooSmall) return <PleaseResize onClose={tour.skip} />
  if (!box) return null
  if (step.orb && opened !== step.id) {
    return <TourOrb box={box} title={step.title} onOpen={() => setOpened(step.id)} onLeave={tour.skip} />
  }
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') tour.skip()
    if (key === 'ArrowRight' && tour.number < tour.total) tour.next()
    if (key === 'ArrowLeft' && tour.number > 1) tour.back()
  }
  return (
    <Portal>
      <div className={css.cover} aria-hidden />
      <Popover
        key={step.id}
        opened
        trapFocus
        withArrow
        zIndex={402}
        width={widthOf(step)}
        closeOnEscape={false}
        // Roles are set below: the target is not a button and the dropdown is a dialog.
        withRoles={false}
      >
        <Popover.Target popupType="dialog">
          <div className={css.spotlight} style={box} data-testid="tour-spotlight" />
        </Popover.Target>
        <Popover.Dropdown
          role="dialog"
          aria-modal
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-content`}
          onKeyDown={onKeyDown}
        >
          <div id={`${id}-title`} className={css.title}>
            {step.title}
          </div>
          <p id={`${id}-content`} className={css.content}>
            {step.content}
          </p>
          <Buttons tour={tour} leaveLabel={leaveLabel} doneLabel={doneLabel} />
        </Popover.Dropdown>
      </Popover>
    </Portal>
  )
}
