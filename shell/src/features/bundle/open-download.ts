import { ApiFailure, apiAddress, call, leavePage } from '@lamella/shared/api'
import { createTicket } from '@lamella/shared/contract'

/**
 * Starts the download as a plain link that carries a short-lived ticket as `access_token` (D1-7-26). A failed call
 * leaves for the error page.
 * @throws errors other than ApiFailure
 */
export const openDownload = async (downloadUrl: string): Promise<void> => {
  try {
    const input = { body: { data: { address: downloadUrl } } }
    const { data } = await call(createTicket, input, { action: 'bundle.download' })
    window.location.assign(new URL(apiAddress(data.url), window.location.origin))
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    leavePage(error)
  }
}
