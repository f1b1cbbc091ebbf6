import { call } from '@lamella/shared/api'
import {
  type AnnotationChange,
  type AnnotationExport,
  type AnnotationExportFormat,
  type AnnotationImport,
  adoptResult,
  annotationImportLimits,
  changeAnnotationImport,
  changeAnnotations,
  createAnnotationExport,
  type EndpointOutput,
  importAnnotations,
  type MaskValues,
  removeAnnotationExport,
  toPlainText,
} from '@lamella/shared/contract'

/** What became of changes: an outcome for each, in their order, and what they have made of other objects. */
export type SavedChanges = Pick<EndpointOutput<typeof changeAnnotations>['data'], 'outcomes' | 'unmarked'>

/** Sends changes of annotations of an image. @param origin - of the caller, which the event of the change has @throws ApiFailure */
export const saveChanges = async (
  imageId: string,
  changes: AnnotationChange[],
  origin: string,
): Promise<SavedChanges> => {
  const input = { params: { imageId }, body: { data: { changes, origin } } }
  return (await call(changeAnnotations, input, { action: 'annotations.change', isResent: true })).data
}

/**
 * Sends a file of annotations, which the server then imports.
 * @param mask - what the values of a label mask are; undefined: it is none
 * @throws ApiFailure, or the AbortError of `signal`
 */
export const sendAnnotations = async (
  imageId: string,
  file: File,
  mask: MaskValues | undefined,
  signal: AbortSignal,
): Promise<AnnotationImport> => {
  const name = toPlainText(file.name).slice(-annotationImportLimits.fileName) || 'annotations'
  const input = { params: { imageId }, query: { name, mask }, body: file }
  return (await call(importAnnotations, input, { signal, action: 'annotations.import' })).data
}

/** Has the objects of a result of an image made annotations. @param correction - id of a corrected result; null: the original @throws ApiFailure */
export const adoptObjects = async (
  imageId: string,
  result: string,
  correction: string | null,
): Promise<AnnotationImport> => {
  const input = { params: { imageId }, body: { data: { result, correction } } }
  return (await call(adoptResult, input, { action: 'annotations.adopt' })).data
}

/** Cancels an import, takes it back or makes it again. @throws ApiFailure */
export const changeImport = async (
  { imageId, id: importId }: Pick<AnnotationImport, 'imageId' | 'id'>,
  status: 'cancelled' | 'undone' | 'successful',
): Promise<void> => {
  const input = { params: { imageId, importId }, body: { data: { status } } }
  await call(changeAnnotationImport, input, { action: `imports.${status}`, isResent: true })
}

/** What is exported: nothing given is all of the project. */
export interface ExportOrder {
  format: AnnotationExportFormat
  /** What the values of a label mask are. */
  mask?: MaskValues
  images?: string[]
  annotations?: string[]
}

/** Orders a file of annotations of a project. @throws ApiFailure */
export const orderExport = async (projectId: string, order: ExportOrder): Promise<AnnotationExport> => {
  const input = { params: { projectId }, body: { data: order } }
  return (await call(createAnnotationExport, input, { action: 'annotations.export' })).data
}

/** Removes a file of annotations; one that is being made is not made further. @throws ApiFailure */
export const removeExport = async ({
  project: projectId,
  id: exportId,
}: Pick<AnnotationExport, 'project' | 'id'>): Promise<void> => {
  await call(removeAnnotationExport, { params: { projectId, exportId } }, { action: 'exports.remove' })
}
