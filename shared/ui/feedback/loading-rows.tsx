import { Skeleton, VisuallyHidden } from '@mantine/core'
import { rowHeight } from '../table/rows-per-page.ts'
import { Delayed } from './delayed.tsx'
import css from './loading-rows.module.css'

export interface LoadingRowsProps {
  /** Number of rows of 42 px. */
  rows?: number
  /** Each row begins with a picture. */
  withThumbnail?: boolean
}

const nameWidths = ['38%', '27%', '43%', '32%', '24%']

/** Skeleton of a list, after 300 ms; its height is reserved at once, so that nothing jumps. */
export function LoadingRows({ rows = 5, withThumbnail = false }: LoadingRowsProps) {
  return (
    <div role="status" className={css.rows} style={{ minHeight: rows * rowHeight }}>
      <VisuallyHidden>Loading</VisuallyHidden>
      <Delayed>
        {Array.from({ length: rows }, (_, index) => index).map((index) => (
          <div key={index} className={css.row} style={{ height: rowHeight }} aria-hidden="true">
            {withThumbnail && <Skeleton width={28} height={28} />}
            <Skeleton width={nameWidths[index % nameWidths.length]} height={10} radius={5} />
            <Skeleton width={56} height={10} radius={5} ml="auto" />
          </div>
        ))}
      </Delayed>
    </div>
  )
}
