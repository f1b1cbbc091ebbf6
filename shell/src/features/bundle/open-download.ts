import { ApiFailure, apiAddress, call, leavePage } from '@lamella/shared/api'
import { createTicket } from '@lamella/shared/contract'

/** The download is a plain link, with a ticket as its `access_token` (D1-7-26). What fails has a page of its own. */
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
