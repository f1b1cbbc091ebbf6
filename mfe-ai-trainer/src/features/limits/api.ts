import { call } from '@lamella/shared/api'
import { organisationUsage } from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

/** What the organisation uses of its limits; another area reads the same answer. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async ({ signal }) =>
    (await call(organisationUsage, {}, { signal, local: true, action: 'trainings.usage' })).data,
})
