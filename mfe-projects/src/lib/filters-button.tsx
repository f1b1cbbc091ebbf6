import { Button, Popover } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface FiltersButtonProps {
  /** Number of conditions that are set. */
  count: number
  /** Their form; rendered while it is open. */
  children: ReactNode
}

/** Conditions of a list besides its text: a button, and their form below it. */
export const FiltersButton = ({ count, children }: FiltersButtonProps) => (
  <Popover width={320} position="bottom-start" trapFocus returnFocus>
    <Popover.Target>
      <Button
        variant="default"
        aria-label={count === 0 ? 'Filters' : `Filters, ${count} set`}
        leftSection={<IconFilter size={16} stroke={1.7} aria-hidden />}
      >
        Filters{count > 0 && ` (${count})`}
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label="Filters">{children}</Popover.Dropdown>
  </Popover>
)
