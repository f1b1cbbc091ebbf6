import * as z from 'zod/mini'

/** Roles in the organisation. An admin is always USER too (contradictions.md 33). */
export const globalRole = z.enum(['USER', 'ORG_ADMIN', 'GUEST'])
export type GlobalRole = z.infer<typeof globalRole>

/** Roles in a project. The owner is the user named by the project's `owner` field. */
export const contributorRole = z.enum(['editor', 'annotator', 'viewer'])
export type ContributorRole = z.infer<typeof contributorRole>

/** What somebody may do in a project, weakest first; a guest is never treated above viewer (contradictions.md 32). */
export const projectRoles = ['viewer', 'annotator', 'editor', 'owner'] as const
export type ProjectRole = (typeof projectRoles)[number]

export const isAtLeast = (role: ProjectRole, needed: ProjectRole): boolean =>
  projectRoles.indexOf(role) >= projectRoles.indexOf(needed)
