import { type Image, type ImageScope, statusesOfScope } from '@lamella/shared/contract'

/** Images of one of the three lists (document 3 §2). */
export const inScope = (images: readonly Image[], scope: ImageScope): Image[] =>
  images.filter(({ status }) => statusesOfScope[scope].includes(status))
