import type { AnnotationCounts, LabelSet } from '@lamella/shared/contract'
import { type AnnotationFilter, useUsersById } from '@lamella/shared/queries'
import { TabCount } from '@lamella/shared/ui'
import { Group, Select, Tabs } from '@mantine/core'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type ListView, ViewSwitch } from '../../lib/view-switch.tsx'
import css from './annotation-filters.module.css'
import type { LabelsById } from './use-labels.ts'

/** Conditions in the address that are no id of a label. */
const states = [
  { value: 'unlabeled', title: 'Unlabelled' },
  { value: 'distinct', title: 'One label' },
  { value: 'multipleDistinct', title: 'Several labels' },
] as const

/** Days of which what was changed is listed. */
const times = [
  { value: '1', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
] as const

export type AnnotationCondition = 'label' | 'owner' | 'image' | 'days' | 'view'

/** The conditions of the list of annotations, and how it is shown, which are in the address. */
export const useAnnotationFilter = () => {
  const [search, setSearch] = useSearchParams()
  const of = (name: AnnotationCondition): string | null => search.get(name)
  const [label, owner, image] = [of('label'), of('owner'), of('image')]
  const days = times.find(({ value }) => value === of('days'))?.value ?? null
  const state = states.find(({ value }) => value === label)?.value
  // The same moment until the day is over.
  const from = useMemo(
    () =>
      days
        ? dayjs()
            .startOf('day')
            .subtract(Number(days) - 1, 'day')
            .toISOString()
        : null,
    [days],
  )
  const filter: AnnotationFilter = {
    ...(state && { label: state }),
    ...(label && !state && { label: 'distinct', labelId: label }),
    ...(owner && { owner }),
    ...(image && { image }),
    ...(from && { from }),
  }
  const set = (name: AnnotationCondition, value: string | null): void =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const view: ListView = of('view') === 'table' ? 'table' : 'grid'
  return {
    filter,
    values: { label, owner, image, days },
    view,
    set,
    isFiltered: Object.keys(filter).length > 0,
  } as const
}

type Address = ReturnType<typeof useAnnotationFilter>

interface AnnotationTabsProps extends Pick<Address, 'values' | 'set'> {
  /** Undefined while they load. */
  counts: AnnotationCounts | undefined
}

/** Lists by how many labels annotations have (D2-7-51 to D2-7-53). */
export const AnnotationTabs = ({ values: { label }, set, counts }: AnnotationTabsProps) => {
  const chosen = label === null ? 'all' : (states.find(({ value }) => value === label)?.value ?? 'distinct')
  return (
    <Tabs value={chosen} onChange={(value) => set('label', value === 'all' ? null : value)} mb="md">
      <Tabs.List>
        <Tabs.Tab value="all" rightSection={counts && <TabCount count={counts.all} />}>
          All
        </Tabs.Tab>
        {states.map(({ value, title }) => (
          <Tabs.Tab key={value} value={value} rightSection={counts && <TabCount count={counts[value]} />}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}

/** Half as wide as a phone, or 170 px. */
const width = { base: 'calc(50% - var(--mantine-spacing-sm) / 2)', xs: 170 }

interface AnnotationFiltersProps extends Pick<Address, 'values' | 'set' | 'view'> {
  sets: readonly LabelSet[]
  labels: LabelsById
  /** Ids of the people of the project. */
  people: readonly string[]
  /** Undefined while they load. */
  counts: AnnotationCounts | undefined
}

/** Which annotations are listed, and whether as pictures or as a table. */
export const AnnotationFilters = ({ values, set, view, sets, labels, people, counts }: AnnotationFiltersProps) => {
  const users = useUsersById(people)
  const ofSet = (id: string) =>
    [...labels.values()]
      .filter(({ labelset }) => labelset === id)
      .map((label) => ({ value: label.id, label: label.name }))
  const groups = sets.map(({ id, name }) => ({ group: name, items: ofSet(id) })).filter(({ items }) => items.length > 0)
  const isLabel = values.label !== null && labels.has(values.label)
  return (
    <div className={css.tools}>
      <Group gap="sm" className={css.filters}>
        <Select
          w={width}
          variant="filled"
          aria-label="Label"
          placeholder="All labels"
          data={groups}
          clearable
          value={isLabel ? values.label : null}
          onChange={(value) => set('label', value)}
        />
        <Select
          w={width}
          variant="filled"
          aria-label="Owner"
          placeholder="Anyone"
          data={people.map((id) => ({ value: id, label: users.nameOf(id) || 'Loading…' }))}
          clearable
          value={values.owner}
          onChange={(value) => set('owner', value)}
        />
        <Select
          w={width}
          variant="filled"
          aria-label="Image"
          placeholder="All images"
          data={(counts?.images ?? []).map(({ imageId, imageName }) => ({ value: imageId, label: imageName }))}
          clearable
          searchable
          nothingFoundMessage="No image with annotations has this name."
          value={values.image}
          onChange={(value) => set('image', value)}
        />
        <Select
          w={width}
          variant="filled"
          aria-label="Last modified"
          placeholder="Any time"
          data={times}
          clearable
          value={values.days}
          onChange={(value) => set('days', value)}
        />
      </Group>
      <ViewSwitch view={view} onView={(value) => set('view', value === 'grid' ? null : value)} />
    </div>
  )
}
