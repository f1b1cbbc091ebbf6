const deleted = new Set<string>()

/** Notes that this window deletes a project, which then is no news to it. */
export const noteOwnDeletion = (projectId: string): void => void deleted.add(projectId)

/** The deletion failed: one by others is news again. */
export const forgetOwnDeletion = (projectId: string): void => void deleted.delete(projectId)

/** Whether this window deletes the project, or did. */
export const isOwnDeletion = (projectId: string): boolean => deleted.has(projectId)
