/* Apart from the lists of users: many pages only turn ids into names, and what is in the file of a call is loaded with it. */
import * as z from 'zod/mini'
import { data, id, pageSize } from './common.ts'
import { endpoint } from './endpoint.ts'
import { user } from './organisation.ts'

export const findUsers = endpoint({
  method: 'POST',
  path: '/api/v1/users/find',
  summary: 'Those of the given users who are in the organisation, in the given order',
  tag: 'users',
  body: data(z.object({ users: z.array(id).check(z.minLength(1), z.maxLength(pageSize)) })),
  success: { status: 200, body: data(z.array(user)) },
})
