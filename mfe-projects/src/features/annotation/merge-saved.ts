import type { Annotation, AnnotationOutcome, Image } from '@lamella/shared/contract'
import { geometryOfWkt } from '@lamella/shared/geometry'
import type { Edit } from './edit.ts'

/** Who has made changes, and of which image. */
interface Made {
  image: Pick<Image, 'id' | 'name' | 'project' | 'isTimeSeries'>
  by: { id: string; fullName: string }
}

type Numbered = Extract<AnnotationOutcome, { no: number }>

const assigned = (labels: readonly string[]) => labels.toSorted().map((labelId) => ({ labelId }))

const annotationOf = (
  { id, geometry, scene = 0, z = null, t = null }: Extract<Edit, { act: 'create' }>,
  { no, labels: stored = [] }: Numbered,
  { image, by }: Made,
): Annotation => {
  const now = new Date().toISOString()
  return {
    id,
    type: 'Annotation',
    imageId: image.id,
    imageName: image.name,
    projectId: image.project,
    no,
    // An older server stores none.
    labelAssignments: assigned(stored),
    geometryType: geometryOfWkt(geometry).type,
    geometry,
    scene,
    z,
    isTimeSeries: image.isTimeSeries,
    timeSeriesStep: t,
    owner: by.id,
    ownerName: by.fullName,
    created: now,
    modified: now,
    // Others may have changed it since, which is not known here.
    revision: 1,
    previewUrl: null,
  }
}

const changed = (
  before: Annotation,
  edit: Extract<Edit, { act: 'change' }>,
  { revision, labels }: Numbered,
): Annotation => ({
  ...before,
  ...(edit.geometry && { geometry: edit.geometry, geometryType: geometryOfWkt(edit.geometry).type }),
  ...(labels && { labelAssignments: assigned(labels) }),
  modified: new Date().toISOString(),
  revision,
})

/**
 * Adds saved edits to the annotations that the server has told, so that these need not be read again for each stroke.
 * @param removed - annotations that were deleted before; those that are deleted now are added
 */
export const mergeSaved = (
  stored: readonly Annotation[],
  edits: readonly Edit[],
  outcomes: readonly AnnotationOutcome[],
  made: Made,
  removed: Map<string, Annotation>,
): Annotation[] => {
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
    } else if (edit.act === 'create' && !now) all.set(edit.id, annotationOf(edit, answer, made))
    else if (edit.act === 'change' && now && now.revision < answer.revision) {
      all.set(edit.id, changed(now, edit, answer))
    } else if (edit.act === 'restore' && !now) {
      const before = removed.get(edit.id)
      if (before) all.set(edit.id, { ...before, revision: answer.revision })
    }
  }
  return [...all.values()]
}
