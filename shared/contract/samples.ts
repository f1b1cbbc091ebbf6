import * as z from 'zod/mini'
import { data } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Kinds of sample projects (D2-9-08). */
export const sampleKinds = ['TEM', 'Multichannel', 'Histology'] as const
export const sampleKind = z.enum(sampleKinds)
export type SampleKind = z.infer<typeof sampleKind>

export const createSampleProject = endpoint({
  method: 'POST',
  path: '/api/v1/projects/samples',
  summary: 'Create a ready-made project, whose images are drawn from now on; its id is the end of the Location header',
  tag: 'projects',
  body: data(z.object({ kind: sampleKind })),
  success: { status: 201, body: null, headers: { location: 'Address of what was made' } },
  errors: ['ERR_0429', 'ERR_5001', 'ERR_5007', 'ERR_5008'],
})
