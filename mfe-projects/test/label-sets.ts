import type { Label, LabelSet } from '@lamella/shared/contract'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'

const { project, owner } = sampleImage()

/** Id of the label set or label of a number. */
export const labelId = (kind: 'set' | 'label', number: number): string =>
  `019aa000-0000-7000-8000-${kind === 'set' ? 'a' : 'b'}0000000000${number}`

/** The label set of a number, from 1. */
export const sampleLabelSet = (number: number, changes: Partial<LabelSet> = {}): LabelSet => ({
  id: labelId('set', number),
  project,
  name: `Set ${number}`,
  description: '',
  owner,
  created: '2026-11-20T09:00:00.000Z',
  modified: '2026-11-20T12:00:00.000Z',
  revision: 1,
  ...changes,
})

/** The label of a number, from 1, of the first label set. */
export const sampleLabel = (number: number, changes: Partial<Label> = {}): Label => ({
  id: labelId('label', number),
  labelset: labelId('set', 1),
  name: `Label ${number}`,
  description: '',
  color: '#ffffff',
  owner,
  labelAssignmentCount: 0,
  revision: 1,
  ...changes,
})
