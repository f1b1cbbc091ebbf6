import type { AnnotationOutcome } from '@lamella/shared/contract'
import { geometryOfWkt } from '@lamella/shared/geometry'
import type { StoredObject } from './drawn-objects.ts'
import { type AnnotatedImage, type Edit, nameOf } from './edit.ts'

/** Who has made changes, and of which image. */
interface Made {
  image: AnnotatedImage
  by: { id: string; fullName: string }
}

type Numbered = Extract<AnnotationOutcome, { no: number }>

const assigned = (labels: readonly string[]) => labels.toSorted().map((labelId) => ({ labelId }))

const objectOf = (
  creation: Extract<Edit, { act: 'create' }>,
  { no, labels: stored = [], name = nameOf(creation) ?? undefined }: Numbered,
  { image, by }: Made,
): StoredObject => {
  const { id, geometry, scene = 0, z = null, t = null } = creation
  const now = new Date().toISOString()
  const object = {
    id,
    imageName: image.name,
    projectId: image.project,
    no,
    geometryType: geometryOfWkt(geometry).type,
    geometry,
    scene,
    z,
    owner: by.id,
    ownerName: by.fullName,
    created: now,
    modified: now,
    // Others may have changed it since, which is not known here.
    revision: 1,
  }
  if (name !== undefined) {
    const dimensionCoordinates = t === null ? [] : [{ id: 't' as const, sampleIndex: t }]
    return { ...object, type: 'RegionOfInterest', image: image.id, name, exhaustiveFor: [], dimensionCoordinates }
  }
  return {
    ...object,
    type: 'Annotation',
    imageId: image.id,
    // An older server stores none.
    labelAssignments: assigned(stored),
    isTimeSeries: image.isTimeSeries,
    timeSeriesStep: t,
    previewUrl: null,
  }
}

const changed = (
  before: StoredObject,
  edit: Extract<Edit, { act: 'change' }>,
  { revision, labels, name }: Numbered,
): StoredObject => ({
  ...before,
  ...(edit.geometry && { geometry: edit.geometry, geometryType: geometryOfWkt(edit.geometry).type }),
  ...(before.type === 'RegionOfInterest'
    ? { ...(name !== undefined && { name }), ...(labels && { exhaustiveFor: labels }) }
    : labels && { labelAssignments: assigned(labels) }),
  modified: new Date().toISOString(),
  revision,
})

/**
 * Adds saved edits to the objects that the server has told, so that these need not be read again for each stroke.
 * @param removed - objects that were deleted before; those that are deleted now are added
 */
export const mergeSaved = (
  stored: readonly StoredObject[],
  edits: readonly Edit[],
  outcomes: readonly AnnotationOutcome[],
  made: Made,
  removed: Map<string, StoredObject>,
): StoredObject[] => {
  const all = new Map(stored.map((one) => [one.id, one]))
  const answers = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  for (const edit of edits) {
    const answer = answers.get(edit.id)
    const now = all.get(edit.id)
    if (!answer || 'error' in answer) continue
    // What was read since may be newer.
    if (edit.act === 'delete' && now && now.revision < answer.revision) {
      removed.set(now.id, now)
      all.delete(edit.id)
    } else if (edit.act === 'create' && !now) all.set(edit.id, objectOf(edit, answer, made))
    else if (edit.act === 'change' && now && now.revision < answer.revision) {
      all.set(edit.id, changed(now, edit, answer))
    } else if (edit.act === 'restore' && !now) {
      const before = edit.deleted ?? removed.get(edit.id)
      // A region has lost its marks.
      const marks = before?.type === 'RegionOfInterest' && answer.labels && { exhaustiveFor: answer.labels }
      if (before) all.set(edit.id, { ...before, ...marks, revision: answer.revision })
    }
  }
  return [...all.values()]
}
