import type { ProjectRole } from '@lamella/shared/contract'
import { TtlCache } from '../ttl-cache.ts'
import type { Identity, Principal } from './identity.ts'

/** How long another process's log-out, or a lost role of a reader, may stay unnoticed. */
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

  constructor(lookups: AccessLookups) {
    this.lookups = lookups
  }

  /** After log-out, new agreements or a changed account: this process queries the database again. */
  invalidateUser(userId: string): void {
    // Rare beside events: what contributed may have gone with the account.
    this.#projects.forget(() => true)
    this.identities.forget(({ principal }) => principal.userId === userId)
    this.roles.forget((_, key) => key.startsWith(`${userId} `))
  }

  /** After a change of what the organisation demands of its members. */
  invalidateOrganisation(organisationId: string): void {
    this.identities.forget(({ principal }) => principal.organisationId === organisationId)
  }

  /** After a project was deleted or its roles changed. */
  invalidateProject(projectId: string): void {
    this.roles.forget((_, key) => key.endsWith(projectId))
    this.#projects.forget((_, key) => key === projectId)
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
