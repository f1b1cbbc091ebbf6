import { call } from '@lamella/shared/api'
import { type AnnotationChange, type AnnotationOutcome, changeAnnotations } from '@lamella/shared/contract'

/**
 * Sends changes of annotations of an image.
 * @param origin - of the caller, which the event of the change has
 * @returns an outcome for each, in their order @throws ApiFailure
 */
export const saveChanges = async (
  imageId: string,
  changes: AnnotationChange[],
  origin: string,
): Promise<AnnotationOutcome[]> => {
  const input = { params: { imageId }, body: { data: { changes, origin } } }
  return (await call(changeAnnotations, input, { action: 'annotations.change', isResent: true })).data.outcomes
}
