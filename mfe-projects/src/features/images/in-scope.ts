import { type Image, type ImageScope, statusesOfScope } from '@lamella/shared/contract'

/** Images whose status belongs to a scope (D3-2-21 to D3-2-23). */
export const inScope = (images: readonly Image[], scope: ImageScope): Image[] =>
  images.filter(({ status }) => statusesOfScope[scope].includes(status))
