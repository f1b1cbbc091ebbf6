import { call, callWithHeaders, createdId } from '@lamella/shared/api'
import * as contract from '@lamella/shared/contract'

/** Texts of a label set. */
export interface LabelSetTexts {
  name: string
  description: string
}

/** What a user writes of a label. */
export interface LabelFields extends LabelSetTexts {
  /** `#rrggbb`. */
  color: string
}

/** Creates a label set, with labels where it was imported. @returns its id; null when the answer lacks it */
export const saveNewLabelSet = async (
  projectId: string,
  set: Omit<contract.LabelSetFile, 'format' | 'version' | 'labels'> & Partial<Pick<contract.LabelSetFile, 'labels'>>,
): Promise<string | null> => {
  const input = { params: { projectId }, body: { data: set } }
  return createdId((await callWithHeaders(contract.createLabelSet, input, { action: 'labelsets.create' })).headers)
}

/** @throws ApiFailure ERR_7001 when somebody else has changed it since that revision */
export const saveLabelSet = (labelSetId: string, set: LabelSetTexts & { revision: number }): Promise<undefined> =>
  call(contract.updateLabelSet, { params: { labelSetId }, body: { data: set } }, { action: 'labelsets.update' })

/** @throws ApiFailure ERR_7001 as `saveLabelSet`, also when these are not all labels of the set any more */
export const saveOrder = (labelSetId: string, labels: string[], revision: number): Promise<undefined> => {
  const input = { params: { labelSetId }, body: { data: { labels, revision } } }
  return call(contract.orderLabels, input, { action: 'labels.order' })
}

export const removeLabelSet = (labelSetId: string): Promise<undefined> =>
  call(contract.deleteLabelSet, { params: { labelSetId } }, { action: 'labelsets.delete' })

/** Copies a label set into a project that the user may edit. */
export const copyToProject = (labelSetId: string, project: string): Promise<undefined> =>
  call(contract.copyLabelSet, { params: { labelSetId }, body: { data: { project } } }, { action: 'labelsets.copy' })

/** Adds a label as the last one. @throws ApiFailure ERR_7002 when the set has one of this name */
export const saveNewLabel = (labelSetId: string, label: LabelFields): Promise<undefined> =>
  call(contract.createLabel, { params: { labelSetId }, body: { data: label } }, { action: 'labels.create' })

/** @throws ApiFailure ERR_7001 as `saveLabelSet`, ERR_7002 as `saveNewLabel` */
export const saveLabel = (labelId: string, label: LabelFields & { revision: number }): Promise<undefined> =>
  call(contract.updateLabel, { params: { labelId }, body: { data: label } }, { action: 'labels.update' })

export const removeLabel = (labelId: string): Promise<undefined> =>
  call(contract.deleteLabel, { params: { labelId } }, { action: 'labels.delete' })
