import { call } from '@lamella/shared/api'
import {
  type AnnotationChange,
  type AnnotationImport,
  type AnnotationOutcome,
  annotationImportLimits,
  changeAnnotationImport,
  changeAnnotations,
  importAnnotations,
  toPlainText,
} from '@lamella/shared/contract'

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

/** Sends a file of annotations, which the server then imports. @throws ApiFailure, or the AbortError of `signal` */
export const sendAnnotations = async (imageId: string, file: File, signal: AbortSignal): Promise<AnnotationImport> => {
  const name = toPlainText(file.name).slice(-annotationImportLimits.fileName) || 'annotations'
  const input = { params: { imageId }, query: { name }, body: file }
  return (await call(importAnnotations, input, { signal, action: 'annotations.import' })).data
}

/** Cancels an import, takes it back or makes it again. @throws ApiFailure */
export const changeImport = async (
  { imageId, id: importId }: Pick<AnnotationImport, 'imageId' | 'id'>,
  status: 'cancelled' | 'undone' | 'successful',
): Promise<void> => {
  const input = { params: { imageId, importId }, body: { data: { status } } }
  await call(changeAnnotationImport, input, { action: `imports.${status}`, isResent: true })
}
