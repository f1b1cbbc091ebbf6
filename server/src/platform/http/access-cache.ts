import type { ProjectRole } from '@lamella/shared/contract'
import { TtlCache } from '../ttl-cache.ts'
import type { Identity, Principal } from './identity.ts'

/** Milliseconds that a log-out in another process, or the lost role of a reader, may stay unnoticed (ADR 20). */
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

  constructor(lookups: AccessLookups) {
    this.lookups = lookups
  }

  /** For log-out, new agreements and changed accounts: the next request of the user queries the database. */
  invalidateUser(userId: string): void {
    // Rare compared with events. All projects, because the user may have been a contributor of any.
    this.#projects.forget(() => true)
    this.identities.forget(({ principal }) => principal.userId === userId)
    this.roles.forget((_, key) => key.startsWith(`${userId} `))
  }

  /** For changed requirements of an organisation, such as the second factor. */
  invalidateOrganisation(organisationId: string): void {
    this.identities.forget(({ principal }) => principal.organisationId === organisationId)
  }

  /** For deleted projects and changed roles. */
  invalidateProject(projectId: string): void {
    this.roles.forget((_, key) => key.endsWith(projectId))
    this.#projects.forget((_, key) => key === projectId)
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
