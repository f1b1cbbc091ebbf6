import { formatNumber, ProgressBar } from '@lamella/shared/ui'
import css from './bulk-progress.module.css'
import type { Progress } from './use-bulk-work.ts'

interface BulkProgressProps extends Progress {
  /** Accessible name of the bar, such as "Deleted images". */
  label: string
  /** Before the numbers. */
  verb?: string
}

/** How many of many items are done. */
export const BulkProgress = ({ label, verb, done, total }: BulkProgressProps) => (
  <div className={css.progress}>
    <span>
      {verb && `${verb} `}
      {/* Not each number is announced: the bar says it to those who ask. */}
      <span aria-live="off">{`${formatNumber(done)} of ${formatNumber(total)}`}</span>
    </span>
    <ProgressBar value={(100 * done) / Math.max(total, 1)} label={label} />
  </div>
)
