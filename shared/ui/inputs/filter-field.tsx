import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

export interface FilterFieldProps {
  /** Placeholder and accessible name, e.g. "Filter projects". */
  label: string
  value: string
  onChange: (value: string) => void
  /** Width in pixels where there is room. */
  width?: number
}

/** The filter field above a list. Escape or its clear button empties it. */
export function FilterField({ label, value, onChange, width = 220 }: FilterFieldProps) {
  return (
    <TextInput
      type="search"
      variant="filled"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value) {
          event.stopPropagation()
          onChange('')
        }
      }}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      rightSection={value && <CloseButton size="sm" aria-label="Clear filter" onClick={() => onChange('')} />}
      style={{ flex: `0 1 ${width}px`, minWidth: 0 }}
    />
  )
}
