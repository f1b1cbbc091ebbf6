import type { Annotation, AnnotationChange, AnnotationOutcome, Image } from '@lamella/shared/contract'
import { geometryOfWkt } from '@lamella/shared/geometry'

/** Who has made changes, and of which image. */
interface Made {
  image: Pick<Image, 'id' | 'name' | 'project' | 'isTimeSeries'>
  by: { id: string; fullName: string }
}

type Numbered = Extract<AnnotationOutcome, { no: number }>

const annotationOf = (
  { id, geometry, scene = 0, z = null, t = null }: Extract<AnnotationChange, { act: 'create' }>,
  { no, revision }: Numbered,
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
    labelAssignments: [],
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
    revision,
    previewUrl: null,
  }
}

/**
 * Adds saved changes to the annotations that the server has told, so that these need not be read again for each stroke.
 * @param removed - annotations that were deleted before; those that are deleted now are added
 */
export const mergeSaved = (
  stored: readonly Annotation[],
  changes: readonly AnnotationChange[],
  outcomes: readonly AnnotationOutcome[],
  made: Made,
  removed: Map<string, Annotation>,
): Annotation[] => {
  const all = new Map(stored.map((one) => [one.id, one]))
  const answers = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  for (const change of changes) {
    const answer = answers.get(change.id)
    const now = all.get(change.id)
    if (!answer || 'error' in answer) continue
    if (change.act === 'delete') {
      if (now) removed.set(now.id, now)
      all.delete(change.id)
    } else if (change.act === 'create' && !now) all.set(change.id, annotationOf(change, answer, made))
    else if (change.act === 'restore' && !now) {
      const before = removed.get(change.id)
      if (before) all.set(change.id, { ...before, revision: answer.revision })
    }
  }
  return [...all.values()]
}
