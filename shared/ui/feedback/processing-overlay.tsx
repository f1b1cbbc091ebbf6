import { Portal } from '@mantine/core'
import { ProgressBar } from '../figures/progress-bar.tsx'
import { parseProcessingMessage } from './processing-message.ts'
import css from './processing-overlay.module.css'

export interface ProcessingOverlayProps {
  /** The text with its prefixes `[B]` and `[40]`; empty hides the overlay. */
  message: string
}

/** Covers the page while something must not be disturbed: a text first, and its progress where it is known. */
export function ProcessingOverlay({ message }: ProcessingOverlayProps) {
  const parsed = parseProcessingMessage(message)
  if (!parsed) return null
  const { text, blue, progress } = parsed
  return (
    <Portal>
      <div className={css.cover}>
        <div className={css.card} data-blue={blue || undefined} role="status">
          <div className={css.text}>{text}</div>
          {progress !== undefined && <ProgressBar value={progress} label={text} />}
          {progress !== undefined && progress < 100 && (
            <div className={css.progress}>{progress}% done, please be patient.</div>
          )}
        </div>
      </div>
    </Portal>
  )
}
