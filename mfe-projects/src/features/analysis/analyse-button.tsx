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

/** @param analysed - without those that are refused @param chosen - all */
const textOf = (analysed: number, chosen: number): string => {
  if (chosen <= 1) return 'Analyse image'
  return analysed < chosen ? `Analyse ${analysed} of ${chosen} images` : `Analyse ${chosen} images`
}

/** Submits the analysis, or says what is missing. */
export const AnalyseButton = ({ draft, withHint, submitting, onAnalyse }: AnalyseButtonProps) => {
  const hintId = useId()
  const { hint, order, images } = draft
  const analysed = order && order.images.length > 0 ? order.images.length : images.length
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
        {textOf(analysed, images.length)}
      </Button>
    </>
  )
}
