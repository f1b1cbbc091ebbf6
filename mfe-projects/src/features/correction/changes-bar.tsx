import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import css from './cuts-card.module.css'
import type { CorrectionChanges } from './use-correction.ts'

interface ChangesBarProps {
  changes: CorrectionChanges
  /** There are cuts, not only objects. */
  hasCuts: boolean
  /** Differences from the stored result, in words. */
  words: readonly string[]
  /** Null: the user may not change the project. */
  onSave: (() => void) | null
  saving: boolean
}

/** What has been changed of a result, and what can be done with it. */
export const ChangesBar = ({ changes, hasCuts, words, onSave, saving }: ChangesBarProps) => (
  <div className={css.changes}>
    <p role="status">
      {changes.isChanged
        ? `Not saved: ${words.join(', ')}.`
        : `${hasCuts ? 'Move the cuts, or leave' : 'Leave'} out objects: the numbers follow at once, and the stored result stays as it is.`}
      {changes.isChanged && !onSave && ' Only people who may edit the project can save it.'}
    </p>
    {onSave && (
      <Button variant="light" disabled={!changes.isChanged} loading={saving} onClick={onSave}>
        Save as new result
      </Button>
    )}
    <Button
      variant="subtle"
      disabled={!changes.canUndo}
      leftSection={<IconArrowBackUp size={16} stroke={1.7} aria-hidden />}
      onClick={changes.undo}
    >
      Undo
    </Button>
    <Button variant="subtle" disabled={!changes.isChanged} onClick={changes.discard}>
      Discard changes
    </Button>
  </div>
)
