import type { ProjectRole } from '@lamella/shared/contract'
import type { AccessChange } from '../events/access-changes.ts'
import { TtlCache } from '../ttl-cache.ts'
import type { Identity, NamedToken, Principal } from './identity.ts'

/** Milliseconds that a change in another process may stay unnoticed when its notification was missed (ADR 20). */
const staleness = 5_000

/** All roles of a project: its owner and contributors. Admins of its organisation have theirs by rule (`effectiveRole`). */
export interface ProjectRoles {
  organisationId: string
  ownerId: string
  /** User id → role. */
  contributors: ReadonlyMap<string, ProjectRole>
}

/** Queries by which the access rules find a caller and their rights; `main` provides them from the domains (ADR 39). */
export interface AccessLookups {
  /** Null: unknown token, or revoked session. The caller compares `expires` with the time. */
  findIdentity(tokenHash: Buffer, now: Date): Promise<Identity | null>
  /** The same by session; `expires` is the end of the session. */
  findIdentityOfSession(sessionId: string, now: Date): Promise<Identity | null>
  /** Null: there is no such named token. The caller compares `expires` with the time. */
  findNamedToken(tokenHash: Buffer, now: Date): Promise<NamedToken | null>
  /** First and last name of a user. */
  findFullName(userId: string): Promise<string>
  /** Null: there is no such project, or the user has no role in it. */
  findProjectRole(principal: Principal, projectId: string): Promise<ProjectRole | null>
  /** Null: there is no such project. */
  findProjectRoles(projectId: string): Promise<ProjectRoles | null>
}

/** Caches identities and roles for five seconds, so that a burst of requests (tiles) queries the database once. */
export class AccessCache {
  readonly lookups: AccessLookups
  readonly identities = new TtlCache<Identity>(staleness, 5_000)
  /** Key: `<user> <project>`. */
  readonly roles = new TtlCache<ProjectRole>(staleness, 10_000)

  /** Key: project. Promises, so that a burst of events needs one query. */
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

  /** All roles of a project, at most five seconds old. Null: there is no such project. */
  rolesOfProject(projectId: string, now: Date): Promise<ProjectRoles | null> {
    const known = this.#projects.get(projectId, now)
    if (known) return known
    const found = this.lookups.findProjectRoles(projectId)
    this.#projects.set(projectId, found, now)
    found.catch(() => this.#projects.forget((value) => value === found))
    return found
  }
}
