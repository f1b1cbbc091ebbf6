import { call, callWithHeaders, createdId } from '@lamella/shared/api'
import { createProject, deleteProject, updateProject } from '@lamella/shared/contract'

export interface ProjectDetails {
  name: string
  description: string
}

/** @returns id of the new project; null when the server did not say it */
export const saveNewProject = async (details: ProjectDetails): Promise<string | null> => {
  const { headers } = await callWithHeaders(createProject, { body: { data: details } }, { action: 'projects.create' })
  return createdId(headers)
}

export const saveProject = (projectId: string, details: ProjectDetails): Promise<undefined> =>
  call(updateProject, { params: { projectId }, body: { data: details } }, { action: 'projects.update' })

export const removeProject = (projectId: string): Promise<undefined> =>
  call(deleteProject, { params: { projectId } }, { action: 'projects.delete' })
