import { useUsersById } from '@lamella/shared/queries'
import { labelColors } from '@lamella/shared/ui'
import type { ObjectMark } from '@lamella/shared/viewer'
import { useMemo } from 'react'
import type { OtherPage } from './other-pages.ts'

/** Somebody else who looks at the image, in one page or several. */
export interface OtherPerson {
  id: string
  name: string
  color: string
}

/** Who has other pages of an image open, and the marks of what they have selected, by the ids of the objects. */
export const useOthers = (
  pages: readonly OtherPage[],
): { others: readonly OtherPerson[]; marks: ReadonlyMap<string, ObjectMark> } => {
  const ids = useMemo(() => [...new Set(pages.map(({ user }) => user))], [pages])
  const { nameOf } = useUsersById(ids)
  return useMemo(() => {
    // The last colours are given first: those of labels begin at the other end.
    const others = ids.map((id, rank) => ({
      id,
      name: nameOf(id),
      color: labelColors.at(-1 - (rank % labelColors.length)) ?? '',
    }))
    const marks = new Map<string, ObjectMark>()
    for (const { user, selected } of pages) {
      const person = others.find(({ id }) => id === user)
      if (person) for (const id of selected) marks.set(id, { name: person.name, color: person.color })
    }
    return { others, marks }
  }, [ids, nameOf, pages])
}
