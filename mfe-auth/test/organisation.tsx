import type { Invitation, Member } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, within } from '@testing-library/react'
import UsersPage from '../src/pages/settings-users/users-page.tsx'

/** Answer of a list endpoint with one page. */
export const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const day = 86_400_000
/** Timestamp some days from now; negative: in the past. */
export const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
/** UUID v7 of the item with an index of 0 to 9. */
export const idOf = (index: number) => `019aa000-0000-7000-8000-0000000000f${index}`

export const memberOf = (kind: PersonKind, changes: Partial<Member> = {}): Member => ({
  ...portalUser(kind),
  active: true,
  projectCount: 2,
  storageUsed: 3 * 1024 ** 3,
  lastActive: inDays(-6),
  ...changes,
})

/** Test server for an organisation of an admin, a member and a guest; tests change its data. */
export class TestOrganisation {
  members = [memberOf('admin'), memberOf('member'), memberOf('guest', { storageUsed: 0, projectCount: 0 })]
  invitations: Invitation[] = []
  /** Toasts that were shown. */
  readonly toasts: Toast[] = []
  readonly server: ContractServer
  readonly #subscription = bus.on('toast/show').subscribe((toast) => this.toasts.push(toast))

  constructor() {
    sessionStorage.clear()
    this.server = ContractServer.start()
      .on(contract.listMembers, () => page(this.members))
      .on(contract.listUsers, () => page([portalUser('admin'), portalUser('member'), portalUser('guest')]))
      .on(contract.organisationAdmin, () => ({ data: { id: portalUser('admin').id, email: 'mara@lab.example' } }))
      .on(contract.listInvitations, () => page(this.invitations))
  }

  addInvitation(email: string, changes: Partial<Invitation> = {}): Invitation {
    const inviter = { id: portalUser('admin').id, fullName: portalUser('admin').fullName }
    const invitation: Invitation = {
      id: idOf(this.invitations.length),
      email,
      role: 'USER',
      created: inDays(-1),
      expires: inDays(6),
      invitedBy: inviter,
      ...changes,
    }
    this.invitations.push(invitation)
    return invitation
  }

  close(): void {
    this.#subscription.unsubscribe()
    this.server.close()
  }
}

/** Renders the users page alone, at an address. */
export const openUsers = (at = '/settings/users', as: PersonKind = 'admin', limits = {}) =>
  renderPage(<UsersPage />, { at, as, limits })

/** Queries within the table row that has a text. */
export const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} is in no row`)
  return within(row)
}

/** Texts of the cells of a row. */
export const cells = (row: Awaited<ReturnType<typeof rowOf>>) =>
  row.getAllByRole('cell').map(({ textContent }) => textContent)
