import type { Domain } from '../../platform/domain.ts'
import { organisationRoutes } from './routes.ts'

export { createAccount, type NewAccount, newAccount } from './create-account.ts'
export { createOrganisation } from './create-organisation.ts'
export { findOrganisation, listOrganisationIds } from './repository.ts'

/** Organisations and their creation. */
export const organisationsDomain: Domain = { routes: organisationRoutes }
