import type { AnnotationStep, ChangedObject } from '@lamella/shared/contract'
import { formatNumber } from '@lamella/shared/ui'

type Act = ChangedObject['act']

/** Steps of one person that belong together, as one entry of the history. */
export interface HistoryGroup {
  /** Revision of its last step. */
  revision: number
  by: AnnotationStep['by']
  /** Of its last step. */
  at: string
  /** What was done, after the name of the person, e.g. "added 6 annotations". */
  text: string
  /** Those that are named, each once as it was made last, by their numbers. */
  objects: readonly ChangedObject[]
  /** Objects that are not named. */
  further: number
}

/** Longest pause between two steps that belong together, in ms. */
const pause = 5 * 60_000

type Aspect = Act | 'labels' | 'mark' | 'unmark' | 'shape' | 'name'

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each))

const hasOtherLabels = ({ labels, labelsBefore }: ChangedObject): boolean => !isSameSet(labels, labelsBefore ?? labels)

/** A region has those labels that it is exhaustively annotated for. */
const labelAspectOf = ({ name, labels }: ChangedObject): Aspect => {
  if (name === null) return 'labels'
  return labels.length > 0 ? 'mark' : 'unmark'
}

/** What was changed of an object, where it was one thing. */
const aspectOf = (object: ChangedObject): Aspect => {
  if (object.act !== 'change') return object.act
  const aspects: Aspect[] = [
    ...(hasOtherLabels(object) ? [labelAspectOf(object)] : []),
    ...(object.isReshaped ? ['shape' as const] : []),
    ...(object.name !== object.nameBefore ? ['name' as const] : []),
  ]
  return (aspects.length === 1 && aspects[0]) || 'change'
}

const sentences: Record<Aspect, (what: string) => string> = {
  create: (what) => `added ${what}`,
  change: (what) => `changed ${what}`,
  delete: (what) => `deleted ${what}`,
  restore: (what) => `restored ${what}`,
  labels: (what) => `changed the labels of ${what}`,
  mark: (what) => `marked ${what} as exhaustively annotated`,
  unmark: (what) => `took the mark from ${what}`,
  shape: (what) => `changed the shape of ${what}`,
  name: (what) => `renamed ${what}`,
}

/** E.g. "2 annotations"; of both kinds, or where not all are known: "2 objects". */
const counted = (count: number, objects: readonly ChangedObject[]): string => {
  const regions = objects.filter(({ name }) => name !== null).length
  const noun =
    objects.length < count ? 'object' : regions === 0 ? 'annotation' : regions === count ? 'region' : 'object'
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

const acts: readonly Act[] = ['create', 'change', 'delete', 'restore']

/** What a step has done to its objects, in one word where it was one thing. */
const aspectsOf = ({ objects }: AnnotationStep): string => [...new Set(objects.map(aspectOf))].toSorted().join(' ')

const groupOf = (steps: readonly [AnnotationStep, ...AnnotationStep[]]): HistoryGroup => {
  const [last] = steps
  const objects = new Map<string, ChangedObject>()
  // The oldest first: an object is as the last step has made it, with the labels that it had before them all.
  for (const object of steps.toReversed().flatMap((step) => step.objects)) {
    const { labelsBefore, nameBefore } = objects.get(object.id) ?? object
    objects.set(object.id, { ...object, labelsBefore, nameBefore })
  }
  const named = [...objects.values()].toSorted((one, other) => one.no - other.no)
  const parts = acts.flatMap((act) => {
    const ofAct = named.filter((object) => object.act === act)
    const unnamed = steps.reduce(
      (sum, { counts, objects: all }) => sum + counts[act] - all.filter((object) => object.act === act).length,
      0,
    )
    if (ofAct.length + unnamed === 0) return []
    const aspects = [...new Set(ofAct.map(aspectOf))]
    const aspect = (unnamed === 0 && aspects.length === 1 && aspects[0]) || act
    return [{ text: sentences[aspect](counted(ofAct.length + unnamed, ofAct)), unnamed }]
  })
  return {
    revision: last.revision,
    by: last.by,
    at: last.at,
    text: parts.map(({ text }) => text).join(', '),
    objects: named,
    further: parts.reduce((sum, { unnamed }) => sum + unnamed, 0),
  }
}

/**
 * Joins steps of one person that do the same and follow each other without a long pause: each object that is drawn is a step of its own.
 * @param steps - the last one first
 */
export const groupSteps = (steps: readonly AnnotationStep[]): HistoryGroup[] => {
  const groups: [AnnotationStep, ...AnnotationStep[]][] = []
  for (const step of steps) {
    const group = groups.at(-1)
    const next = group?.at(-1)
    const belongs =
      next?.by.id === step.by.id &&
      aspectsOf(next) === aspectsOf(step) &&
      Date.parse(next.at) - Date.parse(step.at) < pause
    if (belongs) group?.push(step)
    else groups.push([step])
  }
  return groups.map(groupOf)
}
