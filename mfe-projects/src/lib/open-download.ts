import { apiAddress, call } from '@lamella/shared/api'
import { createTicket } from '@lamella/shared/contract'

/**
 * Starts a download by a link with a short-lived ticket, as a browser opens it by its address alone.
 * @param address - path and query of the download @param action - of the user, for the records of errors
 */
export const openDownload = async (address: string, action: string): Promise<void> => {
  const { data } = await call(createTicket, { body: { data: { address } } }, { action })
  window.location.assign(new URL(apiAddress(data.url), window.location.origin))
}
