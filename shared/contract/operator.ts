import * as z from 'zod/mini'
import { personName } from './auth.ts'
import { data, name } from './common.ts'
import { endpoint } from './endpoint.ts'
import { newPassword } from './password.ts'

/** With the operator token: an account without mail. An unknown organisation is made with the first admin, without limits. */
export const createAccount = endpoint({
  method: 'POST',
  path: '/api/v1/operator/accounts',
  summary: 'Make an account, and its organisation where there is none of that name',
  tag: 'operator',
  body: data(
    z.object({
      email: z.email().check(z.maxLength(254)),
      organisation: name,
      role: z.enum(['admin', 'user', 'guest']),
      firstName: personName,
      lastName: personName,
      password: newPassword,
    }),
  ),
  success: { status: 201, body: null },
})
