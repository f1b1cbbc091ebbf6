import type { MenuItem } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { screen } from '@testing-library/react'
import { manifest } from '../manifest.ts'
import { routes } from './routes.tsx'

const page = { data: [], links: { next: null } }
const owner = portalUser('admin')
let server: ContractServer
beforeEach(() => {
  server = ContractServer.start()
    .on(contract.getOrganisation, () => ({
      data: { id: owner.organisationId, name: 'Lab', sector: '', created: '2026-01-05T09:00:00.000Z', owner },
    }))
    .on(contract.organisationAdmin, () => ({ data: { id: owner.id, email: owner.email } }))
    .on(contract.listSessions, () => page)
    .on(contract.listNotificationSettings, () => page)
    .on(contract.getSecondFactor, () => ({ data: { since: null, recoveryCodesLeft: 0, required: false } }))
    .on(contract.listMembers, () => page)
    .on(contract.listInvitations, () => page)
    .on(contract.listSubscriptions, () => page)
    .on(contract.listPastSubscriptions, () => page)
    .on(contract.organisationUsageDays, () => ({ data: { today: '2026-11-23', recordedSince: null, days: [] } }))
    .on(contract.organisationUsage, () => ({ data: [] }))
    .on(contract.listAudit, () => page)
    .on(contract.releaseOverview, () => page)
    .on(contract.listOperatorTokens, () => page)
})
afterEach(() => server.close())

test.each([
  ['D1-2.6-58', '/settings', 'Settings'],
  ['D1-2.6-59', '/settings/users', 'Users'],
  ['D1-2.6-61 D3-2-16', '/settings/subscriptions', 'Subscriptions'],
  ['audit', '/settings/audit', 'Audit log'],
  ['releases', '/settings/releases', 'Releases'],
])('%s: %s is a page of its own', async (_ids, at, title) => {
  renderRemote({ manifest, routes }, { at, as: 'admin' })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('D1-2.6-60 /settings/users?scope=invitations opens the invitations', async () => {
  renderRemote({ manifest, routes }, { at: '/settings/users?scope=invitations', as: 'admin' })
  expect(await screen.findByRole('tab', { name: /^Invitations/ })).toHaveAttribute('aria-selected', 'true')
  expect(await screen.findByRole('heading', { name: 'No open invitations' })).toBeVisible()
})

test.each([
  ['/settings', ['USER', 'ORG_ADMIN', 'GUEST']],
  ['/settings/users', ['USER']],
  ['/settings/subscriptions', ['USER']],
  ['/settings/audit', ['ORG_ADMIN']],
])('%s admits %j, and only after log-in', (at, roles) => {
  const route = manifest.routes.find(({ path }) => path === at)
  expect(route).toMatchObject({ roles, guards: ['login', 'role'] })
})

const itemsFor = (own: MenuItem['roles']) =>
  manifest.menu
    .filter(({ group, roles }) => group === 'settings' && roles.some((role) => own.includes(role)))
    .toSorted((a, b) => a.order - b.order)
    .map(({ title, to }) => [title, to])

test('D1-2.6-28 D1-2.6-30 users have "Dashboard" and "Users", guests nothing', () => {
  expect(itemsFor(['USER'])).toEqual([
    ['Dashboard', '/settings'],
    ['Users', '/settings/users'],
  ])
  expect(itemsFor(['GUEST'])).toEqual([])
})

test('D1-2.6-29 admins have "Subscriptions" too, and the audit log', () => {
  expect(itemsFor(['USER', 'ORG_ADMIN']).slice(2)).toEqual([
    ['Subscriptions', '/settings/subscriptions'],
    ['Audit log', '/settings/audit'],
  ])
})

test('operators have "Releases" too, whatever they are in their organisation', () => {
  expect(itemsFor(['OPERATOR'])).toEqual([['Releases', '/settings/releases']])
  const route = manifest.routes.find(({ path }) => path === '/settings/releases')
  expect(route).toMatchObject({ roles: ['USER'], guards: ['login', 'role', 'operator'] })
})
