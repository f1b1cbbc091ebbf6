import { call } from '@lamella/shared/api'
import { getImage } from '@lamella/shared/contract'
import { selectedProjectAtom, store } from '@lamella/shared/session'

const projectOfImage = async (imageId: string): Promise<string> =>
  (await call(getImage, { params: { imageId } }, { action: 'images.get' })).data.project

/**
 * Target of `/viewer` (D3-2-18, contradiction 19), whose address lacks the project: the viewer in the project of its
 * image, else in the selected project.
 * @param search - query of the address, kept; starts with `?` or is empty
 * @returns path with query; `/projects` when no project is known, `/error` for an image that cannot be read
 */
export const viewerRedirect = async (search: string): Promise<string> => {
  const imageId = new URLSearchParams(search).get('image')
  const selected = store.get(selectedProjectAtom)?.id
  const projectId = imageId === null ? selected : await projectOfImage(imageId).catch(() => null)
  if (projectId === null) return '/error'
  return projectId === undefined ? '/projects' : `/projects/${projectId}/viewer${search}`
}
