/* Calls about many images that were chosen together. */
import * as z from 'zod/mini'
import { data, id, pageSize } from './common.ts'
import { endpoint } from './endpoint.ts'
import { image } from './images.ts'
import { suitabilityCheck, suitabilityOf } from './suitability.ts'

const params = z.object({ projectId: id })
const images = z.array(id).check(z.minLength(1), z.maxLength(pageSize))

export const findImages = endpoint({
  method: 'POST',
  path: '/api/v2/projects/:projectId/images/find',
  summary:
    'Those of the given images that are in the project and not in its trash, as lists show them, in the given order',
  tag: 'images',
  params,
  body: data(z.object({ images })),
  success: { status: 200, body: data(z.array(image)) },
})

export const checkSuitabilities = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:projectId/suitability',
  summary:
    'Whether images of the project suit an application, in any order; those that are not there or not available are left out. The first request starts the measurement of each',
  tag: 'analysis',
  params,
  body: data(z.extend(z.object(suitabilityOf), { images })),
  success: { status: 200, body: data(z.array(z.extend(suitabilityCheck, { image: id }))) },
  errors: ['ERR_4002'],
})
