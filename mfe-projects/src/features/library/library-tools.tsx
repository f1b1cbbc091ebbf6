import type { ImageSort } from '@lamella/shared/contract'
import { FilterField } from '@lamella/shared/ui'
import { Select } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type ListView, ViewSwitch } from '../../lib/view-switch.tsx'
import css from './library-tools.module.css'

const sorts: readonly { value: ImageSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
  { value: 'largest', label: 'Largest first' },
  { value: 'smallest', label: 'Smallest first' },
]

interface LibraryToolsProps {
  /** Words of the name. */
  filter: string
  onFilter: (filter: string) => void
  /** Button of the other conditions. */
  filters: ReactNode
  sort: ImageSort
  onSort: (sort: ImageSort) => void
  view: ListView
  onView: (view: ListView) => void
}

/** Filter, order and view of the library. */
export const LibraryTools = ({ filter, onFilter, filters, sort, onSort, view, onView }: LibraryToolsProps) => (
  <div className={css.tools}>
    <div className={css.filter}>
      <FilterField label="Filter images" value={filter} onChange={onFilter} width={340} />
      {filters}
    </div>
    <div className={css.how}>
      <Select
        variant="filled"
        aria-label="Order"
        className={css.order}
        leftSection={<IconArrowsSort size={16} stroke={1.7} aria-hidden />}
        data={sorts}
        value={sort}
        allowDeselect={false}
        onChange={(value) => value && onSort(value)}
      />
      <ViewSwitch view={view} onView={onView} />
    </div>
  </div>
)
