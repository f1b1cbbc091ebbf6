import { Pagination } from '@mantine/core'
import { formatNumber } from '../format/number.ts'
import css from './data-table.module.css'

interface TableFooterProps {
  /** Name of the table, for the landmark of the pagination. */
  label: string
  total: number
  /** Text after "{n} total", e.g. "(owner or contributor)". */
  totalSuffix?: string
  page: number
  pages: number
  onPageChange: (page: number) => void
}

/** Number of rows and, for more than one page, the pagination. */
export function TableFooter({ label, total, totalSuffix, page, pages, onPageChange }: TableFooterProps) {
  return (
    <div className={css.footer}>
      <span>{[formatNumber(total), 'total', totalSuffix].filter(Boolean).join(' ')}</span>
      {pages > 1 && (
        <nav aria-label={`${label}: pages`}>
          <Pagination
            total={pages}
            value={page}
            onChange={onPageChange}
            getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
            getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
          />
        </nav>
      )}
    </div>
  )
}
