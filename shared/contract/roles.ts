import * as z from 'zod/mini'

/** Roles in the organisation (D1-3-12). An admin always has USER too (contradiction 33). */
export const globalRole = z.enum(['USER', 'ORG_ADMIN', 'GUEST'])
export type GlobalRole = z.infer<typeof globalRole>

/** Roles in a project. The owner is the user named by the project's `owner` field. */
export const contributorRole = z.enum(['editor', 'annotator', 'viewer'])
export type ContributorRole = z.infer<typeof contributorRole>

/** Roles in a project with the owner's, weakest first; a guest is never treated above viewer (contradiction 32). */
export const projectRoles = ['viewer', 'annotator', 'editor', 'owner'] as const
export type ProjectRole = (typeof projectRoles)[number]

/** Whether a role includes the rights of another. */
export const isAtLeast = (role: ProjectRole, needed: ProjectRole): boolean =>
  projectRoles.indexOf(role) >= projectRoles.indexOf(needed)

/**
 * The role by which somebody is treated in a project of their organisation; null: none, the project must look as if it did not exist. An
 * organisation admin is at least an editor of every project: they share projects (D2-6-01), answer for the storage, and can step in
 * when a member has left. A guest is a viewer at most (contradiction 32).
 * @param own - the role that they were given, `owner` for the owner
 */
export const effectiveRole = (
  { isAdmin, isGuest }: { isAdmin: boolean; isGuest: boolean },
  own: ProjectRole | null,
): ProjectRole | null => {
  if (isGuest) return own && 'viewer'
  if (isAdmin && !(own && isAtLeast(own, 'editor'))) return 'editor'
  return own
}
