import type { LabelSet } from '@lamella/shared/contract'
import { type AnnotationFilter, useUsersById } from '@lamella/shared/queries'
import { Group, Select } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import type { LabelsById } from './use-labels.ts'

/** Conditions in the address that are no id of a label. */
const states = [
  { value: 'unlabeled', label: 'Unlabelled' },
  { value: 'distinct', label: 'One label' },
  { value: 'multipleDistinct', label: 'Several labels' },
] as const

type Condition = 'label' | 'owner'

/** As wide as a phone, or 240 px. */
const width = { base: '100%', xs: 240 }

/** The conditions of the list of annotations, which are in the address. */
export const useAnnotationFilter = () => {
  const [search, setSearch] = useSearchParams()
  const [label, owner] = [search.get('label'), search.get('owner')]
  const state = states.find(({ value }) => value === label)?.value
  const filter: AnnotationFilter = {
    ...(state && { label: state }),
    ...(label && !state && { label: 'distinct', labelId: label }),
    ...(owner && { owner }),
  }
  const set = (name: Condition, value: string | null): void =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  return { filter, values: { label, owner }, set, isFiltered: label !== null || owner !== null }
}

interface AnnotationFiltersProps extends Pick<ReturnType<typeof useAnnotationFilter>, 'values' | 'set'> {
  sets: readonly LabelSet[]
  labels: LabelsById
  /** Ids of the people of the project. */
  people: readonly string[]
}

/** By which labels and of whom annotations are listed. */
export const AnnotationFilters = ({ values, set, sets, labels, people }: AnnotationFiltersProps) => {
  const users = useUsersById(people)
  const ofSet = (id: string) =>
    [...labels.values()]
      .filter(({ labelset }) => labelset === id)
      .map((label) => ({ value: label.id, label: label.name }))
  const groups = sets.map(({ id, name }) => ({ group: name, items: ofSet(id) })).filter(({ items }) => items.length > 0)
  return (
    <Group gap="sm">
      <Select
        w={width}
        aria-label="Labels"
        placeholder="All labels"
        data={[{ group: 'How many', items: [...states] }, ...groups]}
        clearable
        value={values.label}
        onChange={(value) => set('label', value)}
      />
      <Select
        w={width}
        aria-label="Owner"
        placeholder="Anyone"
        data={people.map((id) => ({ value: id, label: users.nameOf(id) || 'Loading…' }))}
        clearable
        value={values.owner}
        onChange={(value) => set('owner', value)}
      />
    </Group>
  )
}
