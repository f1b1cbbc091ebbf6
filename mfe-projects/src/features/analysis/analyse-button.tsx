import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useId } from 'react'
import css from './analyse-button.module.css'
import type { AnalysisDraft, AnalysisOrder } from './use-analysis-draft.ts'

interface AnalyseButtonProps {
  draft: AnalysisDraft
  /** False where there is nothing to choose: then the page says so itself. */
  withHint: boolean
  submitting: boolean
  onAnalyse: (order: AnalysisOrder) => void
}

/** Submits the analysis, or says what is missing. */
export const AnalyseButton = ({ draft, withHint, submitting, onAnalyse }: AnalyseButtonProps) => {
  const hintId = useId()
  const { hint, order, images } = draft
  return (
    <>
      {hint && withHint && (
        <span id={hintId} className={css.hint}>
          {hint}
        </span>
      )}
      <Button
        disabled={hint !== null || !order}
        loading={submitting}
        leftSection={<IconPlayerPlay size={16} stroke={1.7} aria-hidden />}
        aria-describedby={hint ? hintId : undefined}
        onClick={() => order && onAnalyse(order)}
      >
        {images.length > 1 ? `Analyse ${images.length} images` : 'Analyse image'}
      </Button>
    </>
  )
}
