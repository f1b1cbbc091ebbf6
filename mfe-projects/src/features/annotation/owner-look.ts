import { labelColors } from '@lamella/shared/ui'
import type { DrawnObject } from './drawn-objects.ts'

/** Somebody who has drawn something that is shown. */
export interface Owner {
  id: string
  name: string
  color: string
  /** Number of their objects. */
  count: number
}

type Owned = Pick<DrawnObject, 'owner' | 'ownerName' | 'no'>

/**
 * Who has made objects, in the order of the first one of each: somebody who comes later does not change the colours of the others. From the
 * 13th person on colours come again.
 */
export const ownersOf = (objects: readonly Owned[]): Owner[] => {
  const owners = new Map<string, { name: string; first: number; count: number }>()
  for (const { owner, ownerName: name, no } of objects) {
    const { first, count } = owners.get(owner) ?? { first: Number.MAX_SAFE_INTEGER, count: 0 }
    owners.set(owner, { name, first: Math.min(first, no ?? Number.MAX_SAFE_INTEGER), count: count + 1 })
  }
  return [...owners]
    .sort(([, one], [, other]) => one.first - other.first)
    .map(([id, { name, count }], rank) => ({ id, name, count, color: labelColors[rank % labelColors.length] ?? '' }))
}
