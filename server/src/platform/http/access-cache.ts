import type { ProjectRole } from '@lamella/shared/contract'
import type { AccessChange } from '../events/access-changes.ts'
import { TtlCache } from '../ttl-cache.ts'
import type { Identity, Principal } from './identity.ts'

/** How long a change may stay unnoticed whose announcement was missed. */
const staleness = 5_000

/** Everybody who has a role in a project, by himself or as admin of its organisation. */
export interface ProjectRoles {
  organisationId: string
  ownerId: string
  /** By user. */
  contributors: ReadonlyMap<string, ProjectRole>
}

/** Where the access rules find who calls and what they may do: `main` takes it from the domains. */
export interface AccessLookups {
  /** Null: unknown, or its session was ended. Whether it has expired is for the caller to say. */
  findIdentity(tokenHash: Buffer, now: Date): Promise<Identity | null>
  /** The same for a session, whose end is then that of the identity. */
  findIdentityOfSession(sessionId: string, now: Date): Promise<Identity | null>
  /** Null: for this user there is no such project. */
  findProjectRole(principal: Principal, projectId: string): Promise<ProjectRole | null>
  /** Null: there is no such project. */
  findProjectRoles(projectId: string): Promise<ProjectRoles | null>
}

/** Identities and roles of some seconds, so that a burst of requests (tiles) queries the database once. */
export class AccessCache {
  readonly lookups: AccessLookups
  readonly identities = new TtlCache<Identity>(staleness, 5_000)
  /** By `<user> <project>`. */
  readonly roles = new TtlCache<ProjectRole>(staleness, 10_000)

  /** By project: who may hear of it, and so who may not. Promises, so that a burst of events needs one query. */
  readonly #projects = new TtlCache<Promise<ProjectRoles | null>>(staleness, 1_000)

  /** Grows with every change: what was looked up before one is not remembered after it. */
  #changes = 0
  readonly #announce: (change: AccessChange) => Promise<void>

  /** @param announce - tells the other processes of a change, which then call `forget` */
  constructor(lookups: AccessLookups, announce: (change: AccessChange) => Promise<void>) {
    this.lookups = lookups
    this.#announce = announce
  }

  /** @returns whether nothing has changed since */
  watch(): () => boolean {
    const before = this.#changes
    return () => this.#changes === before
  }

  /** This process queries the database again. */
  forget(change: AccessChange): void {
    this.#changes++
    const all = change.kind === 'everybody'
    const isUser = (id: string): boolean => change.kind === 'user' && change.id === id
    const isOrganisation = (id: string): boolean => change.kind === 'organisation' && change.id === id
    const isProject = (id: string): boolean => change.kind === 'project' && change.id === id
    this.identities.forget(
      ({ principal: { userId, organisationId } }) => all || isUser(userId) || isOrganisation(organisationId),
    )
    this.roles.forget((_, key) => {
      const [userId = '', projectId = ''] = key.split(' ')
      return all || isUser(userId) || isProject(projectId)
    })
    // A changed user is rare beside events: what contributed may have gone with the account.
    this.#projects.forget((_, key) => all || change.kind === 'user' || isProject(key))
  }

  async #changed(change: AccessChange): Promise<void> {
    this.forget(change)
    await this.#announce(change)
  }

  /** After log-out, new agreements or a changed account. Once it resolves, all processes have been told. */
  invalidateUser(userId: string): Promise<void> {
    return this.#changed({ kind: 'user', id: userId })
  }

  /** After a change of what the organisation demands of its members. */
  invalidateOrganisation(organisationId: string): Promise<void> {
    return this.#changed({ kind: 'organisation', id: organisationId })
  }

  /** After a project was deleted or its roles changed. */
  invalidateProject(projectId: string): Promise<void> {
    return this.#changed({ kind: 'project', id: projectId })
  }

  /** All roles of a project, some seconds old at most. */
  rolesOfProject(projectId: string, now: Date): Promise<ProjectRoles | null> {
    const known = this.#projects.get(projectId, now)
    if (known) return known
    const found = this.lookups.findProjectRoles(projectId)
    this.#projects.set(projectId, found, now)
    found.catch(() => this.#projects.forget((value) => value === found))
    return found
  }
}
