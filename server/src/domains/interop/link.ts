import type { ImageLink } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { makeTicket } from '../../platform/http/tickets.ts'

/** A working day with one image in QuPath or napari; log-out ends it earlier (ADR 88). */
const hours = 12

/** What the ticket of an image is made for: everything below it. */
export const signedAddress = (imageId: string): string => `/api/v1/images/${imageId}/links`

/**
 * Addresses that open an image for some hours, and no longer than the session.
 *
 * @throws ApiError ERR_0401 when the session has just ended
 */
export const makeLink = async (
  context: AppContext,
  { sessionId }: Principal,
  imageId: string,
  scene: number,
): Promise<ImageLink> => {
  const now = context.now()
  const session = await context.access.lookups.findIdentityOfSession(sessionId, now)
  if (!session) throw new ApiError('ERR_0401')
  const minutes = Math.min(hours * 60, (session.expires.getTime() - now.getTime()) / 60_000)
  const { ticket, expires } = await makeTicket(context, sessionId, signedAddress(imageId), minutes)
  const base = `${context.config.publicUrl}${signedAddress(imageId)}/${ticket}`
  return {
    zarr: `${base}/zarr/${scene}.ome.zarr`,
    iiif: `${base}/iiif/composed${scene > 0 ? `.s${scene}` : ''}/info.json`,
    expires: expires.toISOString(),
  }
}
