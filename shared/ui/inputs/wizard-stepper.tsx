import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import css from './wizard-stepper.module.css'

export interface WizardStepperProps {
  /** Accessible name of the steps, e.g. "Image upload". */
  label: string
  steps: readonly string[]
  /** Index of the present step, from 0; the number of steps when all are done. */
  active: number
  /** Called with the index of an earlier step; later ones cannot be clicked (D3-2-26). Without it none can. */
  onStepClick?: (index: number) => void
}

/** Above this number steps are narrower (D3-2-27). */
const MANY_STEPS = 5

/** Numbered steps of a wizard; below 800 px only the numbers are visible. */
export function WizardStepper({ label, steps, active, onStepClick }: WizardStepperProps) {
  return (
    <ol className={css.steps} aria-label={label} data-many={steps.length > MANY_STEPS || undefined}>
      {steps.map((step, index) => {
        const done = index < active
        const content = (
          <>
            <span className={css.icon} data-done={done || undefined} data-present={index === active || undefined}>
              {done ? <IconCheck size={15} stroke={2.4} aria-hidden /> : index + 1}
            </span>
            <span className={css.word}>{step}</span>
            {done && <VisuallyHidden>, done</VisuallyHidden>}
          </>
        )
        return (
          <li key={step} className={css.step} data-done={done || undefined} aria-current={index === active && 'step'}>
            {done && onStepClick ? (
              <UnstyledButton className={css.body} onClick={() => onStepClick(index)}>
                {content}
              </UnstyledButton>
            ) : (
              <span className={css.body}>{content}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
