import { call } from '@lamella/shared/api'
import { getImage } from '@lamella/shared/contract'
import { selectedProjectAtom, store } from '@lamella/shared/session'

const projectOfImage = async (imageId: string): Promise<string> =>
  (await call(getImage, { params: { imageId } }, { action: 'images.get' })).data.project

/**
 * Where `/viewer` leads, whose project is not in the address (D3-2-18): to the project of its image, else to the one that
 * is selected.
 *
 * @param search - of the address, kept; begins with `?` or is empty
 * @returns path with query; the list of projects when none is known, the error page for an image that cannot be read
 */
export const viewerRedirect = async (search: string): Promise<string> => {
  const imageId = new URLSearchParams(search).get('image')
  const selected = store.get(selectedProjectAtom)?.id
  const projectId = imageId === null ? selected : await projectOfImage(imageId).catch(() => null)
  if (projectId === null) return '/error'
  return projectId === undefined ? '/projects' : `/projects/${projectId}/viewer${search}`
}
