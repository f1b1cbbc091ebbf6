import { call } from '@lamella/shared/api'
import { organisationAdmin } from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

/** The organisation's admin, its owner (document 1 §6). */
export const ownerQuery = queryOptions({
  queryKey: ['organisation', 'admin'],
  queryFn: async ({ signal }) =>
    (await call(organisationAdmin, {}, { signal, local: true, action: 'organisation.owner' })).data,
})
