import { call, callWithHeaders, createdId } from '@lamella/shared/api'
import {
  createProject,
  createSampleProject,
  deleteProject,
  type SampleKind,
  updateProject,
} from '@lamella/shared/contract'

/** Editable texts of a project. */
export interface ProjectDetails {
  name: string
  description: string
}

/**
 * Creates a project (D2-7-05).
 * @returns id of the new project (D2-7-06); null when the server's answer lacks it
 * @throws ApiFailure; ERR_5001 at the project limit
 */
export const saveNewProject = async (details: ProjectDetails): Promise<string | null> => {
  const { headers } = await callWithHeaders(createProject, { body: { data: details } }, { action: 'projects.create' })
  return createdId(headers)
}

/**
 * Creates a sample project, whose images are drawn from then on (D2-7-07).
 * @returns its id (D2-7-08); null when the server's answer lacks it
 * @throws ApiFailure; ERR_5001 at the project limit
 */
export const saveSampleProject = async (kind: SampleKind): Promise<string | null> => {
  const body = { data: { kind } }
  const { headers } = await callWithHeaders(createSampleProject, { body }, { action: 'projects.createSample' })
  return createdId(headers)
}

/**
 * Changes name and description of a project (D2-7-09).
 * @param was - the texts that the user saw
 * @throws ApiFailure; ERR_5013 when somebody else has changed them since
 */
export const saveProject = (projectId: string, details: ProjectDetails, was: ProjectDetails): Promise<undefined> =>
  call(updateProject, { params: { projectId }, body: { data: { ...details, was } } }, { action: 'projects.update' })

/** Deletes a project with its images, jobs and annotations (D2-2-71). */
export const removeProject = (projectId: string): Promise<undefined> =>
  call(deleteProject, { params: { projectId } }, { action: 'projects.delete' })
