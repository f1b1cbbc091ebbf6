import { imageGroupsQuery, useLiveQuery, useUsersById } from '@lamella/shared/queries'
import { formatNumber } from '@lamella/shared/ui'
import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { FiltersButton } from '../../lib/filters-button.tsx'
import { countConditions, type LibraryFilter, noFilter } from './image-question.ts'

interface LibraryFiltersProps {
  projectId: string
  filter: LibraryFilter
  onFilter: (filter: LibraryFilter) => void
}

const typeChoices = [
  { value: 'TwoDimensions', label: '2D' },
  { value: 'MultiChannel', label: 'Multichannel' },
  { value: 'TimeSeries', label: 'Time series' },
]
const channelChoices = ['1', '2', '3', '4+']
const withCount = ({ name, count }: { name: string; count: number }) => ({
  value: name,
  label: `${name} (${formatNumber(count)})`,
})

const Conditions = ({ projectId, filter, onFilter }: LibraryFiltersProps) => {
  const groups = useLiveQuery(imageGroupsQuery(projectId)).data
  const first = useRef<HTMLInputElement>(null)
  const owners = groups?.owners.map(({ name }) => name) ?? []
  const users = useUsersById(owners)
  const change = (name: keyof LibraryFilter) => (value: string | null) => onFilter({ ...filter, [name]: value ?? '' })
  const choice = (name: keyof LibraryFilter, label: string, data: { value: string; label: string }[] | string[]) => (
    <Select
      ref={name === 'folder' ? first : undefined}
      label={label}
      data={data}
      clearable
      searchable={data.length > 8}
      comboboxProps={{ withinPortal: false }}
      value={filter[name] || null}
      onChange={change(name)}
    />
  )
  const field = (name: keyof LibraryFilter, label: string, type: 'number' | 'date') => (
    <TextInput
      label={label}
      type={type}
      min={type === 'number' ? 0 : undefined}
      value={filter[name]}
      onChange={({ currentTarget }) => change(name)(currentTarget.value)}
    />
  )
  return (
    <Stack gap="sm">
      {choice('folder', 'Folder', groups?.folders.map(withCount) ?? [])}
      {choice('tag', 'Tag', groups?.tags.map(withCount) ?? [])}
      <Group grow gap="sm">
        {choice('type', 'Type', typeChoices)}
        {choice('channels', 'Channels', channelChoices)}
      </Group>
      {choice(
        'owner',
        'Owner',
        owners.map((id) => ({ value: id, label: users.nameOf(id) || 'Loading…' })),
      )}
      <Group grow gap="sm">
        {field('minSize', 'From (MB)', 'number')}
        {field('maxSize', 'To (MB)', 'number')}
      </Group>
      <Group grow gap="sm">
        {field('from', 'First day', 'date')}
        {field('to', 'Last day', 'date')}
      </Group>
      <Button
        variant="default"
        disabled={countConditions(filter) === 0}
        onClick={() => {
          onFilter({ ...noFilter, name: filter.name })
          // The button disables itself, and with its focus the keyboard would lose the popover.
          first.current?.focus()
        }}
      >
        Clear filters
      </Button>
    </Stack>
  )
}

/** Conditions of the library besides the name. */
export const LibraryFilters = (props: LibraryFiltersProps) => (
  <FiltersButton count={countConditions(props.filter)}>
    <Conditions {...props} />
  </FiltersButton>
)
