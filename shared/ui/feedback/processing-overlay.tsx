import { Portal } from '@mantine/core'
import { ProgressBar } from '../figures/progress-bar.tsx'
import { type ProcessingMessage, parseProcessingMessage } from './processing-message.ts'
import css from './processing-overlay.module.css'

export interface ProcessingOverlayProps {
  /** The text with its prefixes `[B]` and `[40]`; empty hides the overlay. */
  message: string
}

/**
 * Covers the page while something must not be interrupted, with a text and, where known, its progress. The live region
 * is rendered before the text, or screen readers would not announce it.
 */
export function ProcessingOverlay({ message }: ProcessingOverlayProps) {
  const parsed = parseProcessingMessage(message)
  return (
    <Portal>
      <div role="status" aria-atomic={false}>
        {parsed && <ProcessingCard {...parsed} />}
      </div>
    </Portal>
  )
}

const ProcessingCard = ({ text, blue, progress }: ProcessingMessage) => (
  <div className={css.cover}>
    <div className={css.card} data-blue={blue || undefined}>
      <div className={css.text}>{text}</div>
      {progress !== undefined && <ProgressBar value={progress} label={text} />}
      {progress !== undefined && progress < 100 && (
        // Not live: each percent would be announced.
        <div className={css.progress} aria-live="off">
          {progress}% done, please be patient.
        </div>
      )}
    </div>
  </div>
)
