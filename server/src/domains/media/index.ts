import type { Domain } from '../../platform/domain.ts'
import { mediaRoutes } from './routes.ts'

export { changeMedium, type MediumChange, notePreview, publishMediumChanged } from './change-medium.ts'
export { deleteMedia } from './delete-media.ts'
export { extentOf, idsInOrder } from './image-extent.ts'
export { cursorColumn, isAfter, orderOf } from './image-order.ts'
export { canProcessAgain, failureTexts } from './processing-failures.ts'
export { findMedium, findOrganisationOfMedium, insertMedium, type MediumRow } from './repository.ts'
export { sendOriginal } from './send-original.ts'

/** Media, which are uploaded files: announcement, state, originals and deletion. */
export const mediaDomain: Domain = { routes: mediaRoutes }
