import { call } from '@lamella/shared/api'
import { type AnnotationChange, type AnnotationOutcome, changeAnnotations } from '@lamella/shared/contract'

/** Sends changes of annotations of an image. @returns an outcome for each, in their order @throws ApiFailure */
export const saveChanges = async (imageId: string, changes: AnnotationChange[]): Promise<AnnotationOutcome[]> => {
  const input = { params: { imageId }, body: { data: changes } }
  return (await call(changeAnnotations, input, { action: 'annotations.change' })).data.outcomes
}
