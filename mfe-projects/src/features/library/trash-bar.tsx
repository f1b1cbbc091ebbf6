import { Button, CloseButton, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import css from '../../lib/bulk-bar.module.css'
import { BulkProgress } from '../../lib/bulk-progress.tsx'
import type { Progress } from '../../lib/use-bulk-work.ts'
import { selectedText } from './image-texts.ts'

interface TrashBarProps {
  /** Number of chosen images. */
  count: number
  /** They are being restored; null: not yet. */
  progress: Progress | null
  onRestore: () => void
  onStop: () => void
  onClear: () => void
}

/** Gives back the chosen images of the trash. */
export const TrashBar = ({ count, progress, onRestore, onStop, onClear }: TrashBarProps) => (
  <>
    <VisuallyHidden role="status">{count > 0 && selectedText(count)}</VisuallyHidden>
    {(count > 0 || progress) && (
      <div role="toolbar" aria-label="Selected images" className={css.bar}>
        {progress ? (
          <BulkProgress verb="Restoring" label="Restored images" {...progress} />
        ) : (
          <span className={css.count}>{selectedText(count)}</span>
        )}
        {/* One button, as in the bar of Undo. */}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={!progress && <IconArrowBackUp size={15} aria-hidden />}
          onClick={progress ? ({ detail }) => detail < 2 && onStop() : onRestore}
        >
          {progress ? 'Stop' : 'Restore'}
        </Button>
        {!progress && <CloseButton className={css.close} aria-label="Clear selection" onClick={onClear} />}
      </div>
    )}
  </>
)
