import { Portal } from '@mantine/core'
import css from './tour.module.css'
import type { TargetBox } from './use-target-box.ts'

interface TourOrbProps {
  box: TargetBox
  /** Title of the step that it opens. */
  title: string
  onOpen: () => void
  /** By Escape. */
  onLeave: () => void
}

/** Whether the keyboard is at something that must not lose it. */
const isBusy = (focused: Element | null): boolean =>
  focused?.matches('input, textarea, select, [contenteditable="true"], [role="menuitem"]') ?? false

const focusWhenShown = (orb: HTMLButtonElement | null): void => {
  if (!isBusy(document.activeElement)) orb?.focus({ preventScroll: true })
}

/**
 * Orb at the corner of a step's target, which opens the step when it is hovered or pressed (D2-2-92). The page stays
 * usable. Takes the focus, so that the keyboard finds it, unless the user is typing.
 */
export const TourOrb = ({ box, title, onOpen, onLeave }: TourOrbProps) => (
  <Portal>
    <button
      ref={focusWhenShown}
      type="button"
      className={css.orb}
      style={{ top: box.top, left: box.left + box.width }}
      aria-label={`Guided tour: ${title}`}
      onMouseEnter={onOpen}
      onClick={onOpen}
      onKeyDown={({ key }) => key === 'Escape' && onLeave()}
    />
  </Portal>
)
