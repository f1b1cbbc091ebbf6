import { call } from '@lamella/shared/api'
import { organisationAdmin } from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

const action = 'organisation.admin'

/** The organisation's admin, its owner: whom one writes to about what one may not do (document 1 §6). */
export const organisationAdminQuery = queryOptions({
  queryKey: ['organisation', 'admin'],
  queryFn: async ({ signal }) =>
    (await call(organisationAdmin, { query: { actionId: action } }, { signal, local: true, action })).data,
})
