import { FilterField } from '@lamella/shared/ui'
import { SegmentedControl, Select, VisuallyHidden } from '@mantine/core'
import { IconArrowsSort, IconLayoutGrid, IconTable } from '@tabler/icons-react'
import { type ImageOrder, imageOrders } from './image-order.ts'
import css from './library-tools.module.css'

const views = [
  { value: 'grid', label: 'Grid', icon: IconLayoutGrid },
  { value: 'table', label: 'Table', icon: IconTable },
] as const
/** Display of the library. */
export type LibraryView = (typeof views)[number]['value']

interface LibraryToolsProps {
  filter: string
  onFilter: (filter: string) => void
  order: ImageOrder
  onOrder: (order: ImageOrder) => void
  view: LibraryView
  onView: (view: LibraryView) => void
}

/** Filter, order and view of the library. */
export const LibraryTools = ({ filter, onFilter, order, onOrder, view, onView }: LibraryToolsProps) => (
  <div className={css.tools}>
    <FilterField label="Filter images" value={filter} onChange={onFilter} width={340} />
    <div className={css.how}>
      <Select
        variant="filled"
        aria-label="Order"
        className={css.order}
        leftSection={<IconArrowsSort size={16} stroke={1.7} aria-hidden />}
        data={imageOrders}
        value={order}
        allowDeselect={false}
        onChange={(value) => value && onOrder(value)}
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
