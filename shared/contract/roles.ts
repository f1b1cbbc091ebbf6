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
