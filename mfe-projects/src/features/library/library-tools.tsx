import type { ImageSort } from '@lamella/shared/contract'
import { FilterField } from '@lamella/shared/ui'
import { SegmentedControl, Select, VisuallyHidden } from '@mantine/core'
import { IconArrowsSort, IconLayoutGrid, IconTable } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './library-tools.module.css'

const views = [
  { value: 'grid', label: 'Grid', icon: IconLayoutGrid },
  { value: 'table', label: 'Table', icon: IconTable },
] as const
/** Display of the library. */
export type LibraryView = (typeof views)[number]['value']

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
  view: LibraryView
  onView: (view: LibraryView) => void
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
      <SegmentedControl
        aria-label="View"
        data={views.map(({ value, label, icon: Icon }) => ({
          value,
          label: (
            <span className={css.view}>
              <Icon size={18} stroke={1.6} aria-hidden />
              <VisuallyHidden>{label}</VisuallyHidden>
            </span>
          ),
        }))}
        value={view}
        onChange={onView}
      />
    </div>
  </div>
)
