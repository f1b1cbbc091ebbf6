import { ApiFailure, call } from '@lamella/shared/api'
import { getImage } from '@lamella/shared/contract'
import { imagePage } from '@lamella/shared/queries'
import { selectedProjectAtom, store } from '@lamella/shared/session'

/** The project of an image, or the error page that says why there is none. */
const placeOfImage = async (imageId: string): Promise<{ projectId: string } | { errorPage: string }> => {
  try {
    const { data } = await call(getImage, { params: { imageId } }, { action: 'images.get' })
    return { projectId: data.project }
  } catch (error) {
    return { errorPage: (error instanceof ApiFailure && imagePage(error, false)) || '/error' }
  }
}

/**
 * Target of `/viewer` (D3-2-18, contradiction 19), whose address lacks the project: the viewer in the project of its
 * image, else in the selected project.
 * @param search - query of the address, kept; starts with `?` or is empty
 * @returns path with query; `/projects` when no project is known; the error page of an image that cannot be read, such as `/error/404`
 */
export const viewerRedirect = async (search: string): Promise<string> => {
  const imageId = new URLSearchParams(search).get('image')
  const selected = store.get(selectedProjectAtom)?.id
  const place = imageId === null ? { projectId: selected } : await placeOfImage(imageId)
  if ('errorPage' in place) return place.errorPage
  return place.projectId === undefined ? '/projects' : `/projects/${place.projectId}/viewer${search}`
}
