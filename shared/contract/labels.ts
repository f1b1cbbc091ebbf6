import * as z from 'zod/mini'
import { data, description, id, name, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

/** Colour of a label for which none was chosen (D2-9, default label colour). */
export const defaultLabelColor = '#ffffff'

/** Most label sets of a project, and most labels of a set: lists are answered and shown whole. */
export const labelLimits = { labelSets: 100, labels: 250 } as const

/** `#rrggbb`, as a label or a channel is drawn. */
export const hexColor = text.check(z.regex(/^#[0-9a-f]{6}$/i, 'Must be a colour such as #e69f00'))

/** Grows with each change. Who changes an object names the one they have seen, so that nothing is overwritten unseen. */
export const revision = z.number().check(z.int(), z.minimum(1))

/** A label set (D2-3-34). */
export const labelSet = z.object({
  id,
  project: id,
  name: z.string(),
  description: z.string(),
  /** User id of who made it. */
  owner: id,
  created: timestamp,
  modified: timestamp,
  /** Of name, description and order; each label has its own. */
  revision,
})
export type LabelSet = z.infer<typeof labelSet>

/** A label (D2-3-35). */
export const label = z.object({
  id,
  labelset: id,
  name: z.string(),
  description: z.string(),
  /** `#rrggbb`. */
  color: z.string(),
  /** User id of who made it. */
  owner: id,
  /** How often annotations have it; only where it was asked for (D2-7-47). */
  labelAssignmentCount: z.optional(z.number()),
  revision,
})
export type Label = z.infer<typeof label>

const labelForm = z.object({
  name,
  description: z.optional(description),
  color: z._default(hexColor, defaultLabelColor),
})

/** Labels of a set that is made whole, in their order; no two of one name. */
const labelForms = z.array(labelForm).check(
  z.maxLength(labelLimits.labels, `A label set has at most ${labelLimits.labels} labels`),
  z.refine(
    (labels) => new Set(labels.map((each) => each.name)).size === labels.length,
    'Two labels have the same name',
  ),
)

const labelSetForm = z.object({ name, description: z.optional(description) })

/** File of an exported label set, version 1. Fields that are unknown are ignored. */
export const labelSetFile = z.object({
  format: z.literal('lamella-labelset'),
  version: z.literal(1),
  ...labelSetForm.shape,
  labels: labelForms,
})
export type LabelSetFile = z.infer<typeof labelSetFile>

/** At most `labelLimits.labelSets` UUIDs, separated by commas. */
const idList = /^([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}(,(?!$)|$)){1,100}$/i

const projectParams = z.object({ projectId: id })
const labelSetParams = z.object({ labelSetId: id })
const labelParams = z.object({ labelId: id })
const created = { status: 201, body: null, headers: { location: 'Address of what was made' } } as const

export const listLabelSets = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/labelsets',
  summary: 'Label sets of a project, oldest first, all on one page',
  tag: 'labels',
  params: projectParams,
  success: { status: 200, body: page(labelSet) },
})

export const createLabelSet = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:projectId/labelsets',
  summary: 'Create a label set, with its labels where they are given; its id is the end of the Location header',
  tag: 'labels',
  params: projectParams,
  body: data(z.extend(labelSetForm, { labels: z.optional(labelForms) })),
  success: created,
  errors: ['ERR_0409'],
})

export const updateLabelSet = endpoint({
  method: 'PUT',
  path: '/api/v1/labelsets/:labelSetId',
  summary: 'Change name and description of a label set',
  tag: 'labels',
  params: labelSetParams,
  body: data(z.extend(labelSetForm, { revision })),
  success: { status: 204, body: null },
  errors: ['ERR_7001'],
})

export const orderLabels = endpoint({
  method: 'PUT',
  path: '/api/v1/labelsets/:labelSetId/order',
  summary: 'Change the order of the labels of a set',
  tag: 'labels',
  params: labelSetParams,
  /** Every label of the set, once. */
  body: data(z.object({ labels: z.array(id).check(z.maxLength(labelLimits.labels)), revision })),
  success: { status: 204, body: null },
  errors: ['ERR_7001'],
})

export const deleteLabelSet = endpoint({
  method: 'DELETE',
  path: '/api/v1/labelsets/:labelSetId',
  summary: 'Delete a label set with its labels',
  tag: 'labels',
  params: labelSetParams,
  success: { status: 204, body: null },
})

export const copyLabelSet = endpoint({
  method: 'POST',
  path: '/api/v1/labelsets/:labelSetId/copies',
  summary: 'Copy a label set that the user may see into a project that they may edit',
  tag: 'labels',
  params: labelSetParams,
  body: data(z.object({ project: id })),
  success: created,
  errors: ['ERR_0409'],
})

export const listLabels = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/labels',
  summary: 'Labels of the label sets of a project, by set and in their order, all on one page',
  tag: 'labels',
  params: projectParams,
  query: z.object({
    /** Ids of label sets, separated by commas; absent: all of the project. */
    'filter[labelset]': z.optional(text.check(z.regex(idList))),
    /** Whether `labelAssignmentCount` is answered. */
    labelAssignmentCount: z.optional(z.enum(['true', 'false'])),
  }),
  success: { status: 200, body: page(label) },
})

export const createLabel = endpoint({
  method: 'POST',
  path: '/api/v1/labelsets/:labelSetId/labels',
  summary: 'Add a label as the last of its set; its id is the end of the Location header',
  tag: 'labels',
  params: labelSetParams,
  body: data(labelForm),
  success: created,
  errors: ['ERR_0409', 'ERR_7002'],
})

export const updateLabel = endpoint({
  method: 'PUT',
  path: '/api/v1/labels/:labelId',
  summary: 'Change name, description and colour of a label',
  tag: 'labels',
  params: labelParams,
  body: data(z.object({ name, description: z.optional(description), color: hexColor, revision })),
  success: { status: 204, body: null },
  errors: ['ERR_7001', 'ERR_7002'],
})

export const deleteLabel = endpoint({
  method: 'DELETE',
  path: '/api/v1/labels/:labelId',
  summary: 'Delete a label; annotations lose it',
  tag: 'labels',
  params: labelParams,
  success: { status: 204, body: null },
})
