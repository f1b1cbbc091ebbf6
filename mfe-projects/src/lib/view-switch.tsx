import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid, IconTable } from '@tabler/icons-react'
import css from './view-switch.module.css'

const views = [
  { value: 'grid', label: 'Grid', icon: IconLayoutGrid },
  { value: 'table', label: 'Table', icon: IconTable },
] as const

/** How a list of pictures is shown. */
export type ListView = (typeof views)[number]['value']

/** Chooses between pictures and a table. */
export const ViewSwitch = ({ view, onView }: { view: ListView; onView: (view: ListView) => void }) => (
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
)
