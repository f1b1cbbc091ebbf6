import { isAtLeast, type ProjectRole } from './roles.ts'

/**
 * What can be done in a project, with the weakest role that may (D2-6-10 to D2-6-15, ADR 21). The one table: routes of the server, controls
 * of the pages and the list on the sharing page follow it.
 */
export const projectRights = {
  /** See details, images, results and contributors; download. */
  view: 'viewer',
  annotate: 'annotator',
  /** Upload, rename and delete images, change the project's texts, correct results. */
  edit: 'editor',
  analyse: 'editor',
  /** Add, change and remove contributors, invite. */
  share: 'editor',
  delete: 'editor',
  /** Make somebody else the owner. Organisation admins may too: a member may have left. */
  transfer: 'owner',
} as const satisfies Record<string, ProjectRole>

export type ProjectAction = keyof typeof projectRights

/** Whether a role may do something. Null: no role in the project. */
export const mayInProject = (role: ProjectRole | null, action: ProjectAction): boolean =>
  role !== null && isAtLeast(role, projectRights[action])
