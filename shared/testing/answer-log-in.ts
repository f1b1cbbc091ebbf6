import * as contract from '@lamella/shared/contract'
import type { ContractServer } from './contract-server.ts'
import { portalUser } from './render-page.tsx'

const about = {
  id: portalUser('member').organisationId,
  name: 'Nordlund Lab',
  canAccessAITrainer: true,
  restrictions: contract.restrictionKeys.map((key) => ({ key, value: -1 })),
}
const admin = portalUser('admin')

/** Adds answers to all calls of a successful log-in; a test replaces those that it is about. */
export const answerLogIn = (
  server: ContractServer,
  user: contract.CurrentUser = portalUser('member'),
  portalWebAccess = true,
): ContractServer =>
  server
    .on(contract.requestToken, () => ({
      access_token: 'access-token',
      expires_in: 3600,
      refresh_token: 'refresh-token',
      token_type: 'Bearer' as const,
    }))
    .on(contract.whoAmI, () => ({ data: user }))
    .on(contract.aboutOrganisation, () => ({ data: { ...about, portalWebAccess } }))
    .on(contract.organisationAdmin, () => ({ data: { id: admin.id, email: admin.email } }))
    .on(contract.listSubscriptions, () => ({ data: [], links: { next: null } }))
    .on(contract.logout, () => undefined)
    // The stream of events stays open.
    .on(contract.eventStream, () => new Promise<undefined>(() => {}))
