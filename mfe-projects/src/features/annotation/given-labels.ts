import { annotationLimits, type Label } from '@lamella/shared/contract'
import type { DrawnObject } from './drawn-objects.ts'
import type { LabelsById } from './use-labels.ts'

/**
 * The labels of an object with another one in place of those of its set. Labels that are not known yet stay.
 * @returns null: it has them already, or has as many as it may
 */
export const withLabel = (
  { labels }: Pick<DrawnObject, 'labels'>,
  { id, labelset }: Pick<Label, 'id' | 'labelset'>,
  byId: LabelsById,
): string[] | null => {
  const others = labels.filter((given) => byId.get(given)?.labelset !== labelset)
  const isGiven = labels.length === others.length + 1 && labels.includes(id)
  return isGiven || others.length >= annotationLimits.labels ? null : [...others, id]
}

/** Labels that all of these objects have. */
export const commonLabels = ([first, ...others]: readonly Pick<DrawnObject, 'labels'>[]): string[] =>
  first?.labels.filter((id) => others.every(({ labels }) => labels.includes(id))) ?? []

/** The labels of an object with a further one, or without it. @returns null: it has them already, or has as many as it may */
export const withFurther = ({ labels }: Pick<DrawnObject, 'labels'>, id: string, isGiven: boolean): string[] | null => {
  if (labels.includes(id) === isGiven) return null
  if (!isGiven) return labels.filter((given) => given !== id)
  return labels.length < annotationLimits.labels ? [...labels, id] : null
}
